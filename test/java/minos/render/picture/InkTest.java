package minos.render.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.Function;
import minos.model.Edge;
import org.junit.jupiter.api.Test;

class InkTest {
    private static long distinct(Function<Edge.Kind, String> of) {
        return Arrays.stream(Edge.Kind.values()).map(of).distinct().count();
    }

    @Test
    void eachKindOfEdgeHasItsOwnColourAndItsOwnDashes() {
        int kinds = Edge.Kind.values().length;
        assertEquals(kinds, distinct(Ink::onLight));
        assertEquals(kinds, distinct(Ink::onDark));
        assertEquals(kinds, distinct(Ink::dashes));
    }

    /** Labels are small text: WCAG asks for a contrast of 4.5 to 1. */
    @Test
    void labelsCanBeRead() {
        for (Edge.Kind kind : Edge.Kind.values()) {
            assertTrue(contrast(Ink.onLight(kind), "#FFFFFF") >= 4.5, kind + " on light paper");
            assertTrue(contrast(Ink.onDark(kind), "#14171C") >= 4.5, kind + " on dark paper");
        }
        for (Picture.Look look : Picture.Look.values()) {
            assertTrue(contrast(Ink.fill(look), "#111827") >= 4.5, "text on " + look);
        }
    }

    private static double contrast(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String colour) {
        double sum = 0;
        double[] weights = {0.2126, 0.7152, 0.0722};
        for (int i = 0; i < 3; i++) {
            double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return sum;
    }
}
