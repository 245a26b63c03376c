/** Identifiers come only from the system's random source. */
import { randomUUID } from 'node:crypto'

/** Returns a new record id: a random UUID. */
export const newId = (): string => randomUUID()

/** Returns a short reference that an operator can read out: eight capital letters and digits. */
export const newReference = (): string => randomUUID().replaceAll('-', '').slice(0, 8).toUpperCase()

/**
 * Returns an id in the bank's format: 32 hexadecimal digits, since a hyphen is not alphanumeric
 * (bank note 82).
 */
export const newBatchId = (): string => randomUUID().replaceAll('-', '')
