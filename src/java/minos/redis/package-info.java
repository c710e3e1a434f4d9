/**
 * Redis as a store for {@code minos run}, and whatever else speaks its protocol: {@code Resp} is the protocol, {@link minos.redis.RedisStore} says where the
 * server is, {@code RedisClient} makes transactions of WATCH, MULTI and EXEC, {@code Rejection} knows which errors say that nothing was done.
 */
package minos.redis;
