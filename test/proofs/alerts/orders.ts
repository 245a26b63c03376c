/** The commands to faulty-disk.c and its counters: 32-bit numbers in one small file. */
import { readFileSync, writeFileSync } from 'node:fs'

/** The ways in which the disk fails, with their numbers in the C program. */
export const orders = {
  good: 0,
  'flush-eio': 1,
  'write-enospc': 2,
  'write-eio': 3,
  'always-enospc': 4,
} as const
export type Order = keyof typeof orders

/** One of every three flushes is bad: its number, modulo 3. */
export type Third = 0 | 1 | 2

/** Sets how the disk fails from now on. */
export function orderDisk(control: string, order: Order, third: Third = 1): void {
  const numbers = Int32Array.of(orders[order], third, 0, 0)
  // Written in place, because the program has mapped the file.
  writeFileSync(control, new Uint8Array(numbers.buffer), { flag: existing(control) ? 'r+' : 'w' })
}

/** Attempts and failures since the last command. */
export function diskCounts(control: string): { readonly flushes: number; readonly failed: number } {
  const bytes = readFileSync(control)
  return { flushes: bytes.readInt32LE(8), failed: bytes.readInt32LE(12) }
}

function existing(path: string): boolean {
  try {
    return readFileSync(path).byteLength > 0
  } catch {
    return false
  }
}
