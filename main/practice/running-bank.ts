/**
 * A practice bank that stays the same from start to start, so that a profile created from its
 * enrolment keeps working. Its PKI (unrelated to the embedded bank's), issued data and port are
 * stored in the enrolment folder.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { issue, issued } from './enrolment.ts'
import type { OpenPracticeBank } from './open-practice-bank.ts'
import { makePracticePki } from './practice-pki.ts'
import {
  makePrivateFolder,
  newP12Password,
  writeEnrolment,
  writePrivateFile,
  type WrittenEnrolment,
} from './write-enrolment.ts'

const fileName = 'practice-bank.json'
const side = z.object({ chain: z.string(), privateKey: z.string() })
const storedBank = z.object({
  /** Null before the bank first listened. */
  port: z.int().nullable(),
  p12Password: z.string(),
  pki: z.object({ root: z.string(), server: side, client: side }),
  issued,
})
/** The stored data of a bank. Its keys and secrets are for practice only. */
export type RunningBank = z.infer<typeof storedBank>

/** Explains in one sentence why a folder cannot be used. */
export class FolderRefused extends Error {
  constructor(folder: string) {
    super(`${folder} holds other files: name a new folder, or one that was written before.`)
    this.name = 'FolderRefused'
  }
}

/**
 * Returns the bank that an earlier run left in the folder, or a new one. Rejects with FolderRefused
 * for a folder with other content, with ZodError or SyntaxError for a damaged file.
 */
export async function runningBankIn(folder: string): Promise<RunningBank> {
  const names = existsSync(folder) ? await readdir(folder) : []
  if (names.includes(fileName)) {
    return storedBank.parse(JSON.parse(await readFile(join(folder, fileName), 'utf8')))
  }
  if (names.length > 0) throw new FolderRefused(folder)
  const pki = await makePracticePki(systemClock.now(), {
    organisation: 'Second Practice Bank',
    keys: 'rsa',
  })
  return { port: null, p12Password: newP12Password(), pki, issued: issue() }
}

/** Stores the bank with its current port, and writes its enrolment files. */
export async function saveRunningBank(
  folder: string,
  bank: RunningBank,
  { address, enrolment }: Pick<OpenPracticeBank, 'address' | 'enrolment'>,
): Promise<WrittenEnrolment> {
  await makePrivateFolder(folder)
  const stored: RunningBank = { ...bank, port: Number(new URL(address).port) }
  await writePrivateFile(join(folder, fileName), `${JSON.stringify(stored, null, 2)}\n`)
  return writeEnrolment(folder, enrolment, bank.p12Password)
}
