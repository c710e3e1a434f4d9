package minos.judge.strong;

import minos.util.IntList;

/** The arrays of a problem under construction. */
final class ProblemParts {
    static final int INITIAL = -3;

    final IntList id;
    final IntList readBegin;
    final IntList readSlot;
    final IntList readKey;
    final IntList readOp;
    final IntList readLength;
    final IntList writeBegin;
    final IntList versionKey;
    final IntList versionWriter;
    final IntList versionOp;
    final IntList elementBegin;
    final IntList elementVersion;
    final IntList elementPlace;
    final IntList elementLast;
    final IntList elementNumber;

    /** @param lists whether keys hold lists */
    ProblemParts(int transactions, int operations, boolean lists) {
        id = new IntList(transactions);
        readBegin = new IntList(transactions + 1);
        writeBegin = new IntList(transactions + 1);
        readSlot = new IntList(operations / 2);
        readKey = new IntList(operations / 2);
        readOp = new IntList(operations / 2);
        versionKey = new IntList(operations / 2);
        versionWriter = new IntList(operations / 2);
        versionOp = new IntList(operations / 2);
        int elements = lists ? operations / 2 : 0;
        readLength = new IntList(elements);
        elementBegin = new IntList();
        elementVersion = new IntList(elements);
        elementPlace = new IntList(elements);
        elementLast = new IntList(elements);
        elementNumber = new IntList(elements);
    }

    void begin(int transaction) {
        id.add(transaction);
        readBegin.add(readSlot.size());
        writeBegin.add(versionKey.size());
    }

    void end() {
        readBegin.add(readSlot.size());
        writeBegin.add(versionKey.size());
    }

    void write(int key, int op) {
        versionKey.add(key);
        versionWriter.add(id.size() - 1);
        versionOp.add(op);
    }

    void read(int key, int slot, int op) {
        readKey.add(key);
        readSlot.add(slot);
        readOp.add(op);
    }

    void element(int version, int place, boolean last, int number) {
        elementVersion.add(version);
        elementPlace.add(place);
        elementLast.add(last ? 1 : 0);
        elementNumber.add(number);
    }
}
