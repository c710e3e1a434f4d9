/**
 * Redis, and whatever else speaks its protocol, as a {@link minos.client.Store}. {@link minos.redis.RedisStore} says where the server is and how transactions are made;
 * {@code RedisClient} is a connection; {@code Resp} the protocol, version 2.
 *
 * <p>Redis has no isolation levels, but applications choose how to make transactions, so {@code --isolation} does. With {@code serializable} all
 * that is read is watched: optimistic concurrency control (Kung and Robinson, <i>On Optimistic Methods for Concurrency Control</i>, TODS 1981), in
 * which EXEC is the validation. With {@code read-committed} nothing is, so the writes of a transaction take effect together and its reads do not.
 *
 * <p>{@code Rejection} is the table of errors by which the server says that it did nothing. An error that is not in it, or a connection that breaks after EXEC
 * was sent, leaves the outcome unknown.
 */
package minos.redis;
