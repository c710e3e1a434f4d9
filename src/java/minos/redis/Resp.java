package minos.redis;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection that speaks the Redis serialization protocol, version 2: commands are arrays of strings; a reply is a line of text, an error, a
 * number, a string of known length, or an array of replies (https://redis.io/docs/latest/develop/reference/protocol-spec/).
 */
final class Resp implements AutoCloseable {
    private static final int PATIENCE = 10_000;
    /** No reply of a run is longer, all that it holds together; a server that announces more speaks something else. */
    private static final int LONGEST = 1 << 24;
    /** Nor does one hold more than lists inside that of a transaction. */
    private static final int DEEPEST = 4;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;
    /** How much longer the reply that is being read may be. */
    private int left;

    Resp(String host, int port) throws IOException {
        try {
            socket.connect(new InetSocketAddress(host, port), PATIENCE);
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream());
            out = new BufferedOutputStream(socket.getOutputStream());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** An error that the server replied with. */
    static final class ServerError extends IOException {
        private static final long serialVersionUID = 1;

        ServerError(String message) {
            super(message);
        }

        /** Its first word, which says what it is about. */
        String word() {
            return getMessage().split(" ", 2)[0];
        }
    }

    /** Sends a command and waits for the reply; one that is an error is thrown. */
    Object call(String... words) throws IOException {
        write(words);
        flush();
        Object reply = read();
        if (reply instanceof ServerError error) throw error;
        return reply;
    }

    /** Puts a command behind those that are not sent yet. */
    void write(String... words) throws IOException {
        print("*" + words.length);
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            print("$" + bytes.length);
            out.write(bytes);
            print("");
        }
    }

    private void print(String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    void flush() throws IOException {
        out.flush();
    }

    /** The next reply: a String, a Long, a List of replies, null, or a {@link ServerError}. */
    Object read() throws IOException {
        left = LONGEST;
        return read(0);
    }

    private Object read(int depth) throws IOException {
        String line = line();
        if (line.isEmpty()) throw new IOException("the server speaks another protocol");
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> new ServerError(rest);
            case ':' -> number(rest);
            case '$' -> string(length(rest));
            case '*' -> array(length(rest), depth + 1);
            default -> throw new IOException("the server speaks another protocol");
        };
    }

    private String string(int length) throws IOException {
        if (length < 0) return null;
        spend(length);
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) throw new EOFException("the connection ended");
        if (!line().isEmpty()) throw new IOException("the server speaks another protocol");
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private List<Object> array(int length, int depth) throws IOException {
        if (length < 0) return null;
        if (depth > DEEPEST) throw new IOException("a reply of lists inside lists");
        List<Object> replies = new ArrayList<>();
        for (int i = 0; i < length; i++) replies.add(read(depth));
        return replies;
    }

    private void spend(int length) throws IOException {
        if ((left -= length) < 0) throw new IOException("a reply that is too long");
    }

    private static long number(String text) throws IOException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IOException("the server speaks another protocol", e);
        }
    }

    /** Negative for null. */
    private static int length(String text) throws IOException {
        long length = number(text);
        if (length > LONGEST) throw new IOException("a reply of " + length + " is too long");
        return (int) length;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\r'; c = in.read()) {
            if (c < 0) throw new EOFException("the connection ended");
            spend(1);
            line.append((char) c);
        }
        if (in.read() != '\n') throw new IOException("the server speaks another protocol");
        spend(2);
        return line.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // it is gone already
        }
    }
}
