package minos;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import minos.cli.Main;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.nemesis.TcpProxy;

/** Data flows one way: read, infer, judge, render. A later stage never reaches back, an earlier one knows of no later. */
@AnalyzeClasses(packages = "minos", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule utilStandsAlone = uses("minos.util");

    @ArchTest
    static final ArchRule graphsKnowNoTransactions = uses("minos.graph", "minos.util");

    @ArchTest
    static final ArchRule modelIsWords = uses("minos.model", "minos.util");

    @ArchTest
    static final ArchRule historyIsWhatWasRecorded = uses("minos.history", "minos.util");

    @ArchTest
    static final ArchRule ioMakesHistories = uses("minos.io", "minos.io.*", "minos.history", "minos.util");

    @ArchTest
    static final ArchRule bytesKnowNoFormat = uses("minos.io.bytes", "minos.io", "minos.history", "minos.util");

    @ArchTest
    static final ArchRule ednIsAFamily = usesAsFormat("minos.io.edn");

    @ArchTest
    static final ArchRule jepsenReadsEdn = usesAsFormat("minos.io.jepsen", "minos.io.edn");

    @ArchTest
    static final ArchRule plumeIsAFamily = usesAsFormat("minos.io.plume");

    @ArchTest
    static final ArchRule dbcopPrintsNamesAsEdn = usesAsFormat("minos.io.dbcop", "minos.io.edn");

    @ArchTest
    static final ArchRule cobraPrintsNamesAsEdn = usesAsFormat("minos.io.cobra", "minos.io.edn");

    @ArchTest
    static final ArchRule formatsAreReachedFromTheirList = noClasses()
            .that()
            .resideOutsideOfPackage("minos.io.*")
            .and(not(belongToAnyOf(Format.class, HistoryFiles.class)))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "minos.io.edn", "minos.io.jepsen", "minos.io.plume", "minos.io.dbcop", "minos.io.cobra");

    @ArchTest
    static final ArchRule formatsDoNotKnowTheirList = noClasses()
            .that()
            .resideInAPackage("minos.io.*")
            .should()
            .dependOnClassesThat(belongToAnyOf(Format.class, HistoryFiles.class));

    /** Graphs know no transactions, so whoever has a relation may ask them whether it leads round. */
    @ArchTest
    static final ArchRule inferKnowsHistoriesAndGraphs =
            uses("minos.infer", "minos.graph", "minos.history", "minos.model", "minos.util");

    @ArchTest
    static final ArchRule judgeKnowsRelations = uses(
            "minos.judge",
            "minos.judge.linear",
            "minos.judge.sources",
            "minos.judge.strong",
            "minos.judge.phenomena",
            "minos.graph",
            "minos.infer",
            "minos.history",
            "minos.model",
            "minos.util");

    @ArchTest
    static final ArchRule liveAsksTheJudge =
            uses("minos.judge.live", "minos.judge", "minos.infer", "minos.history", "minos.model", "minos.util");

    @ArchTest
    static final ArchRule strongLevelsKnowRelations = uses(
            "minos.judge.strong",
            "minos.graph",
            "minos.sat",
            "minos.infer",
            "minos.history",
            "minos.model",
            "minos.util");

    @ArchTest
    static final ArchRule registersByValueKnowHistories =
            uses("minos.judge.linear", "minos.infer", "minos.history", "minos.model", "minos.util");

    @ArchTest
    static final ArchRule sourcesAreAskedOfAnyJudge = uses(
            "minos.judge.sources",
            "minos.graph",
            "minos.sat",
            "minos.infer",
            "minos.history",
            "minos.model",
            "minos.util");

    @ArchTest
    static final ArchRule phenomenaKnowRelations =
            uses("minos.judge.phenomena", "minos.graph", "minos.infer", "minos.history", "minos.model", "minos.util");

    @ArchTest
    static final ArchRule theSolverKnowsClausesOnly = uses("minos.sat", "minos.util");

    @ArchTest
    static final ArchRule renderShowsAndJudgesNothing =
            uses("minos.render", "minos.render.picture", "minos.history", "minos.model", "minos.util");

    @ArchTest
    static final ArchRule picturesKnowNoHistories = uses("minos.render.picture", "minos.model");

    @ArchTest
    static final ArchRule verifyTrustsNoJudge = uses("minos.verify", "minos.history", "minos.model", "minos.util");

    @ArchTest
    static final ArchRule theFrontDoorLeadsEverywhere = uses(
            "minos",
            "minos.io",
            "minos.infer",
            "minos.judge",
            "minos.judge.live",
            "minos.render",
            "minos.shrink",
            "minos.verify",
            "minos.history",
            "minos.model",
            "minos.util");

    @ArchTest
    static final ArchRule shrinkingAsksTheJudge =
            uses("minos.shrink", "minos.judge", "minos.infer", "minos.history", "minos.model", "minos.util");

    @ArchTest
    static final ArchRule simulationsMakeHistories =
            uses("minos.generate", "minos.history", "minos.model", "minos.util");

    @ArchTest
    static final ArchRule collectorsOnlyRecord =
            uses("minos.collect", "minos.client", "minos.generate", "minos.nemesis", "minos.history");

    @ArchTest
    static final ArchRule clientsNeedNothingElse = uses("minos.client");

    @ArchTest
    static final ArchRule redisIsAClientLikeAnyOther = uses("minos.redis", "minos.client");

    @ArchTest
    static final ArchRule aNemesisKnowsNoDatabase = uses("minos.nemesis");

    @ArchTest
    static final ArchRule applicationsAreRecordedThroughTheFrontDoor =
            uses("minos.jdbc", "minos", "minos.collect", "javax.sql");

    /** The extension lies in a jar of its own, as JUnit is no library of the engine's. */
    @ArchTest
    static final ArchRule theExtensionIsACaller =
            uses("minos.junit", "minos", "minos.history", "minos.model", "org.junit..");

    @ArchTest
    static final ArchRule nobodyKnowsTheExtension = noClasses()
            .that()
            .resideOutsideOfPackage("minos.junit")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("minos.junit");

    @ArchTest
    static final ArchRule onlyCallersKnowTheFrontDoor = noClasses()
            .that()
            .resideOutsideOfPackages("minos", "minos.cli..", "minos.jdbc", "minos.junit")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("minos");

    @ArchTest
    static final ArchRule nobodyKnowsTheCommandLine = noClasses()
            .that()
            .resideOutsideOfPackage("minos.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("minos.cli..");

    @ArchTest
    static final ArchRule noCycles = slices().matching("minos.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule onlyMainEndsTheProcess = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(Main.class.getName())
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);

    @ArchTest
    static final ArchRule foreignObjectsAreNeverRevived = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.io.ObjectInputStream")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.beans..")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("javax.script..");

    /** One class listens, on this machine alone, and two connect to the database that the user named. */
    @ArchTest
    static final ArchRule noNetwork = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(TcpProxy.class.getName())
            .and()
            .doNotHaveFullyQualifiedName("minos.redis.Resp")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.net.http..")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.net.Socket")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.net.ServerSocket")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.net.DatagramSocket")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.net.URLConnection")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.nio.channels.SocketChannel");

    @ArchTest
    static final ArchRule noLibraryBeyondTheJdk = classes()
            .that()
            .resideOutsideOfPackage("minos.junit")
            .and()
            .doNotHaveFullyQualifiedName("minos.cli.WatchServer") // which is the JDK's own server
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("minos..", "java..", "javax.sql..", ""));

    @ArchTest
    static final ArchRule oneServesPages = classes()
            .that()
            .haveFullyQualifiedName("minos.cli.WatchServer")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("minos..", "java..", "com.sun.net.httpserver", ""));

    private static ArchRule usesAsFormat(String family, String... others) {
        List<String> used = new ArrayList<>(List.of("minos.io", "minos.io.bytes", "minos.history", "minos.util"));
        used.addAll(List.of(others));
        return uses(family, used.toArray(String[]::new));
    }

    private static ArchRule uses(String user, String... used) {
        String[] allowed = new String[used.length + 3];
        System.arraycopy(used, 0, allowed, 0, used.length);
        allowed[used.length] = user;
        allowed[used.length + 1] = "java..";
        allowed[used.length + 2] = ""; // arrays and primitives
        return classes().that().resideInAPackage(user).should().onlyDependOnClassesThat(resideInAnyPackage(allowed));
    }
}
