/** A second practice bank in the role of a real one, and a keychain for its secrets. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright/test'
import { issue, type Enrolment } from '../../../main/practice/enrolment.ts'
import { openPracticeBank } from '../../../main/practice/open-practice-bank.ts'
import { makePracticePki, type PracticePki } from '../../../main/practice/practice-pki.ts'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import { writeEnrolment } from '../../../main/practice/write-enrolment.ts'

/** The bank, its onboarding data, and its files. */
export interface RealBank {
  readonly enrolment: Enrolment
  readonly control: PracticeControl
  readonly p12Password: string
  readonly rootFingerprint: string
  /** The path of a file from onboarding. */
  file(name: string): string
  close(): Promise<void>
}

/**
 * Opens the bank with RSA keys, as a PKCS#12 file requires; `given`: the certificates it trusts, if
 * a test owns them.
 */
export async function openRealBank(given?: PracticePki): Promise<RealBank> {
  const kind = { organisation: 'Second Bank', keys: 'rsa' } as const
  const pki = given ?? (await makePracticePki(new Date(), kind))
  const bank = await openPracticeBank({ identity: { pki, issued: issue() } })
  const folder = await mkdtemp(join(tmpdir(), 'countersign-enrolment-'))
  const { p12Password, rootFingerprint } = await writeEnrolment(folder, bank.enrolment)
  const control = connectPracticeBank(bank.controlUrl)
  return {
    enrolment: bank.enrolment,
    control,
    p12Password,
    rootFingerprint,
    file: (name) => join(folder, name),
    async close() {
      await control.close()
      await bank.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Lets main's next open dialogs return these files, in turn. */
export const choosing = (app: ElectronApplication, ...paths: string[]): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () =>
      Promise.resolve({ canceled: chosen.length === 0, filePaths: chosen })
  }, paths)

/** Lets main's next save dialog return this path. */
export const savingAs = (app: ElectronApplication, path: string): Promise<void> =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)

/** The store of the one real profile in a data folder. */
export async function storeIn(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  const found = names.filter(
    (file) => file.endsWith('store.countersign') && !file.includes('practice'),
  )
  if (found.length !== 1) throw new Error(`${String(found.length)} stores in ${folder}`)
  return join(folder, found[0] ?? '')
}
