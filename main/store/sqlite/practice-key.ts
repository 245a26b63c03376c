import type { StoreKey } from './store-key.ts'

/**
 * The key of the practice store. Practice data is not secret (design, Data and money): its store goes
 * through the same cipher as every other, so that practising uses the real code, with a key that
 * anybody may read here.
 */
export const practiceKey: StoreKey = new TextEncoder().encode(
  'Countersign practice store: the key is no secret',
)
