package minos.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads Minos so that it counts its steps: how often a loop begins anew, or a method is called. Between two looks at a
 * {@linkplain minos.util.Deadline deadline}, that is how long it goes on after its time, on any machine.
 */
final class Steps extends ClassLoader {
    /** The count. There is one, whoever loads what is counted. */
    public static final class Count {
        private static long steps;
        private static long most;
        private static StackTraceElement[] where;

        private Count() {}

        /** Done by what is counted. */
        public static void step() {
            if (++steps == most && where == null) where = new Throwable().getStackTrace();
        }

        /** From now on so many steps may be done without a look at the deadline. */
        public static void begin(long most) {
            Count.most = most;
            steps = 0;
            where = null;
        }

        /** A clock that stands still: the deadline is looked at. */
        public static long look() {
            steps = 0;
            return 0;
        }

        /** Complains if there were more steps than that. */
        public static void end() {
            if (where == null) return;
            String trace = Arrays.stream(where).map(StackTraceElement::toString).collect(Collectors.joining("\n"));
            throw new AssertionError(most + " steps without a look at the deadline:\n" + trace);
        }
    }

    Steps() {
        super(Steps.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("minos.") || name.startsWith(Steps.class.getName())) return super.loadClass(name, resolve);
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? counting(name) : loaded;
        }
    }

    private Class<?> counting(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) throw new ClassNotFoundException(name);
            ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            new ClassReader(in).accept(new Counting(out), 0);
            byte[] bytes = out.toByteArray();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts a step at the beginning of each method and before each jump backwards. */
    private static final class Counting extends ClassVisitor {
        Counting(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return next == null ? null : new Method(next);
        }

        private static final class Method extends MethodVisitor {
            private final Set<Label> passed = new HashSet<>();

            Method(MethodVisitor next) {
                super(Opcodes.ASM9, next);
            }

            private void step() {
                visitMethodInsn(Opcodes.INVOKESTATIC, Count.class.getName().replace('.', '/'), "step", "()V", false);
            }

            @Override
            public void visitCode() {
                super.visitCode();
                step();
            }

            @Override
            public void visitLabel(Label label) {
                passed.add(label);
                super.visitLabel(label);
            }

            @Override
            public void visitJumpInsn(int opcode, Label label) {
                if (passed.contains(label)) step();
                super.visitJumpInsn(opcode, label);
            }
        }
    }
}
