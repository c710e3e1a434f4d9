package minos.io;

import minos.history.Model;

/** What the formats of registers have in common. */
final class RegisterFormat {
    private RegisterFormat() {}

    /** Refuses to read anything else than registers. */
    static void require(String format, ByteSource source, ReadOptions options) throws ReadException {
        Model model = options.model().orElse(Model.RW_REGISTER);
        if (model != Model.RW_REGISTER) {
            throw new ReadException(source.name(), format + " holds " + Model.RW_REGISTER + ", not " + model);
        }
    }
}
