package minos.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    @Test
    void urls() {
        assertEquals("jdbc:postgresql://localhost:5432/test", Secrets.hideIn("jdbc:postgresql://localhost:5432/test"));
        assertEquals("jdbc:h2:mem:x…", Secrets.hideIn("jdbc:h2:mem:x;PASSWORD=s3cret"));
        assertEquals("jdbc:sqlite:/a/b.db", Secrets.hideIn("jdbc:sqlite:/a/b.db"));
        assertEquals("jdbc:nosuch:x", Secrets.hideIn("jdbc:nosuch:x"));
        assertEquals("jdbc:oracle:…", Secrets.hideIn("jdbc:oracle:thin:scott/s3cret@host"));
        assertEquals("…", Secrets.hideIn("postgresql://me:s3cret@host"));
    }

    /** However a URL is put together, and whatever a driver makes of it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:x://me:s3cret@host/db",
                "jdbc:x://me:s3/cret?@host/db",
                "jdbc:x://me:s3cret@ho st:none/db",
                "jdbc:x:me/s3cret@host",
                "jdbc:x://host/db?user=me&password=s3cret",
                "jdbc:x://host/db?user=me&passwd = s3cret",
                "jdbc:x://host/db;Pwd=s3cret;more=1",
                "jdbc:x:(user=me,password=s3cret)host",
                "jdbc:x://host/db?secretKey=s3cret#"
            })
    void noPasswordIsRepeated(String url) {
        assertFalse(Secrets.hideIn(url).contains("cret"), Secrets.hideIn(url));
        Secrets secrets = new Secrets(url, null, List.of());
        for (String message : List.of("no host in " + url, "S3CRET is no port", "unknown: 's3cret'")) {
            assertFalse(secrets.hide(message).toLowerCase(Locale.ROOT).contains("s3cret"), secrets.hide(message));
        }
    }

    @Test
    void whatADriverSaysIsCleaned() {
        Driver driver = new Complaining("Syntax error in \"SET PASSWORD [*]'top s3cret'\" of me with hunter2");
        Target target =
                new Target(driver, "jdbc:x:y", "me", "hunter2", null, List.of("SET PASSWORD 'top s3cret'", "SELECT 1"));
        SQLException e = assertThrows(SQLException.class, target::connect);
        assertEquals("Syntax error in \"SET PASSWORD [*]'…'\" of me with …", e.getMessage());
        assertEquals("42601", e.getSQLState());
        assertEquals(7, e.getErrorCode());
        assertEquals(null, e.getCause());
    }

    /** A driver that does not connect, and says so. */
    private record Complaining(String message) implements Driver {
        @Override
        public Connection connect(String url, Properties info) throws SQLException {
            throw new SQLException(message, "42601", 7);
        }

        @Override
        public boolean acceptsURL(String url) {
            return true;
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getAnonymousLogger();
        }
    }

    /** However long, and where the quotes do not match. */
    @Test
    void whatIsQuotedInStatements() {
        String text = "s3cret''".repeat(20_000);
        Secrets secrets = new Secrets("jdbc:h2:mem:x", null, List.of("SET a = '" + text + "'", "SET b = 'hidden''"));
        assertEquals("bad: …, and … too", secrets.hide("bad: " + text + ", and hidden too"));
    }
}
