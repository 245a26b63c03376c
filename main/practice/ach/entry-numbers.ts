/** The numbers that the bank gives to entries. */
import { operatingBank } from '../data/client-accounts.ts'
import { dayOf } from './written.ts'

/** 19 digits with leading zeros: the bank, the day, and a number of its own. */
export const parNumberOf = (atMs: number, count: number): string =>
  `${operatingBank.bankNumber}${dayOf(atMs).replaceAll('-', '')}${String(count).padStart(7, '0')}`

/** 15 digits: the originating institution's first eight, and a number of its own. */
export const traceNumberOf = (routingNumber: string, count: number): string =>
  `${routingNumber.slice(0, 8)}${String(count).padStart(7, '0')}`

/** The first number of what is originated; the history stays far below. */
export const firstOriginated = 5_000_001

/** The PAR number of an entry's return: one of its own, beside that of the original. */
export const returnParOf = (parNumber: string): string =>
  `${parNumber.slice(0, -7)}${String(Number(parNumber.slice(-7)) + 4_000_000).padStart(7, '0')}`
