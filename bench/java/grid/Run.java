package grid;

/**
 * One run of a tool.
 *
 * @param wall          seconds
 * @param cpu           seconds of processor time
 * @param peakKilobytes the most memory that one of its processes held
 */
record Run(Verdict verdict, double wall, double cpu, long peakKilobytes) {
    static final Run SKIPPED = new Run(Verdict.SKIPPED, Double.NaN, Double.NaN, 0);
}
