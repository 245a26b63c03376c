/** Identifiers come from the system's random source and nowhere else. */
import { randomUUID } from 'node:crypto'

/** A new record id: a random UUID. */
export const newId = (): string => randomUUID()

/** A short reference that an operator can read out: eight capital letters and digits. */
export const newReference = (): string => randomUUID().replaceAll('-', '').slice(0, 8).toUpperCase()

/** An id as the bank takes it: 32 hexadecimal digits, since a hyphen is not alphanumeric (trap 82). */
export const newBatchId = (): string => randomUUID().replaceAll('-', '')
