/** The numbers that the bank assigns to entries. */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { operatingBank } from '../data/client-accounts.ts'

/** Returns 19 digits with leading zeros: bank, day and serial number. */
export const parNumberOf = (atMs: number, count: number): string =>
  `${operatingBank.bankNumber}${utcDay(atMs).replaceAll('-', '')}${String(count).padStart(7, '0')}`

/** Returns 15 digits: the first eight of the originating institution, and a serial number. */
export const traceNumberOf = (routingNumber: string, count: number): string =>
  `${routingNumber.slice(0, 8)}${String(count).padStart(7, '0')}`

/** The first number of originated entries; the history stays far below. */
export const firstOriginated = 5_000_001

/** Returns the PAR number of an entry's return, different from the entry's own. */
export const returnParOf = (parNumber: string): string =>
  `${parNumber.slice(0, -7)}${String(Number(parNumber.slice(-7)) + 4_000_000).padStart(7, '0')}`
