import type { StoreKey } from '../store-key.ts'

/**
 * The key of the practice store. Practice data is not secret: its store uses the same cipher as
 * every other, so that practice runs the real code, with a key that anybody may read here.
 */
export const practiceKey: StoreKey = new TextEncoder().encode(
  'Countersign practice store: the key is no secret',
)
