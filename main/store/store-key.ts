import { randomBytes } from 'node:crypto'

/** The 48 bytes that open a store: a 32 byte key, then the cipher's 16 byte salt. */
export type StoreKey = Uint8Array

export const storeKeyBytes = 48

/** Returns a new random key, for the keychain of a new store. */
export const newStoreKey = (): StoreKey => new Uint8Array(randomBytes(storeKeyBytes))

/**
 * The key of the practice store. Practice data is not secret: its store uses the same cipher as
 * every other, so that practice runs the real code, with a key that anybody may read here.
 */
export const practiceKey: StoreKey = new TextEncoder().encode(
  'Countersign practice store: the key is no secret',
)
