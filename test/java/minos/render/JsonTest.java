package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void commasAndColonsAreInPlace() {
        StringBuilder out = new StringBuilder();
        nest(new Json(out));
        assertEquals("{\"a\":[1,true,null,[],{},\"x\"],\"b\":\"w\",\"c\":\":k\"}", out.toString());
    }

    @Test
    void ednHasTheSameShape() {
        StringBuilder out = new StringBuilder();
        nest(new Edn(out));
        assertEquals("{:a [1 true nil [] {} \"x\"] :b :w :c :k}", out.toString());
    }

    private static void nest(DataWriter data) {
        data.beginMap();
        data.name("a");
        data.beginList();
        data.number(1);
        data.bool(true);
        data.none();
        data.beginList();
        data.endList();
        data.beginMap();
        data.endMap();
        data.text("x");
        data.endList();
        data.name("b");
        data.word("w");
        data.name("c");
        data.atom(":k");
        data.endMap();
    }

    @Test
    void escapes() {
        assertEquals(
                "\"\\\"\\\\/\\n\\r\\t\\u0000\\u001b\\u007f\\u009b\"", Json.quote("\"\\/\n\r\t\0\u001b\u007f\u009b"));
        assertEquals("\"\\u2028\\u2029é→\"", Json.quote("\u2028\u2029é→"));
        assertEquals("\"😀\"", Json.quote("😀"));
        assertEquals("\"\\ud83dx\\ude00\"", Json.quote("\ud83dx\ude00"));
    }

    /** Whatever the text, the result is one JSON string in printable UTF-8, and reads back as the text. */
    @Test
    void anyTextSurvives() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int run = 0; run < 20_000; run++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) text.append(anyChar(random));
            String quoted = Json.quote(text.toString());
            assertEquals(text.toString(), unquote(quoted), "seed " + seed);
            byte[] utf8 = quoted.getBytes(StandardCharsets.UTF_8);
            assertEquals(quoted, new String(utf8, StandardCharsets.UTF_8), "seed " + seed);
            assertTrue(quoted.chars().noneMatch(Character::isISOControl), "seed " + seed);
        }
    }

    private static char anyChar(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> (char) random.nextInt(0x20);
            case 1 -> (char) random.nextInt(0x100);
            case 2 -> (char) (0xd800 + random.nextInt(0x800));
            case 3 -> "\"\\/\u2028\u2029u{".charAt(random.nextInt(7));
            default -> (char) random.nextInt(0x10000);
        };
    }

    /** A reader of JSON strings by the grammar of RFC 8259. */
    private static String unquote(String json) {
        assertTrue(json.length() >= 2 && json.startsWith("\"") && json.endsWith("\""), json);
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < json.length() - 1; i++) {
            char c = json.charAt(i);
            assertTrue(c >= 0x20 && c != '"', json);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            c = json.charAt(++i);
            assertTrue(i < json.length() - 1, json);
            switch (c) {
                case '"', '\\', '/' -> text.append(c);
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                case 't' -> text.append('\t');
                case 'u' -> {
                    text.append((char) Integer.parseInt(json.substring(i + 1, i + 5), 16));
                    i += 4;
                }
                default -> throw new AssertionError("no escape of JSON: " + json);
            }
        }
        return text.toString();
    }
}
