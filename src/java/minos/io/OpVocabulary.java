package minos.io;

/** The words of operations in memory: each is one object, known by its identity. */
final class OpVocabulary {
    final MemoryReader.Language language;
    // Fields of an operation
    final Object process;
    final Object type;
    final Object function;
    final Object value;
    // Micro-ops
    final Object append;
    final Object read;
    final Object write;

    /** From {@link OpBuffer#INVOKE} on. */
    private final Object[] types;
    /** From {@link OpBuffer#TXN} on. */
    private final Object[] functions;

    OpVocabulary(MemoryReader.Language language) {
        this.language = language;
        process = language.word("process");
        type = language.word("type");
        function = language.word("f");
        value = language.word("value");
        append = language.word("append");
        read = language.word("r");
        write = language.word("w");
        types = words(language, "invoke", "ok", "fail", "info");
        functions = words(language, "txn", "read", "write", "cas");
    }

    /** The type that a word stands for; -1 for none. */
    int type(Object word) {
        for (int i = 0; i < types.length; i++) if (types[i] == word) return OpBuffer.INVOKE + i;
        return -1;
    }

    /** The function that a word stands for. */
    int function(Object word) {
        for (int i = 0; i < functions.length; i++) if (functions[i] == word) return OpBuffer.TXN + i;
        return OpBuffer.OTHER;
    }

    private static Object[] words(MemoryReader.Language language, String... names) {
        Object[] words = new Object[names.length];
        for (int i = 0; i < names.length; i++) words[i] = language.word(names[i]);
        return words;
    }
}
