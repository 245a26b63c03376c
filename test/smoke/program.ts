/**
 * The entry of the smoke build: starts the program as it is packaged, and does in it what a person
 * would do on the first day. No release has this file; `npm run package:check` proves it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { app, BrowserWindow, dialog } from 'electron'
import { ReaderProcess, ReadingEnded } from '../../main/platform/reader-process.ts'
import { launchReaderInUtilityProcess } from '../../main/shell/launch-reader.ts'
import {
  firstPassphrase,
  planVariable,
  type SmokePlan,
  type SmokeStep,
  type StepReport,
} from './plan.ts'
import { comesTrue } from './comes-true.ts'
import { patienceMs, WindowUnderTest } from './window-under-test.ts'

const plan = JSON.parse(readFileSync(process.env[planVariable] ?? '', 'utf8')) as SmokePlan
const reports: StepReport[] = []
/** The files that the next dialogs return. */
const chosen: string[] = []

app.setPath('userData', plan.dataFolder)
dialog.showOpenDialog = () => {
  const filePaths = chosen.splice(0)
  return Promise.resolve({ canceled: filePaths.length === 0, filePaths })
}
dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: plan.exportFile })
dialog.showErrorBox = (title, text) => {
  end(new Error(`${title}: ${text}`))
}
// The program itself is not part of this bundle. Electron is ready only once its entry has loaded.
const index = new URL('./dist/main/index.js', import.meta.url).href
await import(index)
void app
  .whenReady()
  .then(play)
  .then(() => app.quit(), end)

async function play(): Promise<void> {
  const window = await step('window shown', shownWindow)
  await step('account validated', () => validate(window))
  await step('export written', () => window.call('audit.exportFile'))
  await step('workbooks read', () => readWorkbooks(window))
  await step('memory limit held', wantAllMemory)
  await step('main thread waited', waitForOtherThread)
  await step('wrong certificate refused', () => refusedByBank(window))
  await step('locked', () => lock(window))
}

async function step<T>(name: SmokeStep, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const ms = (): number => Math.round(performance.now() - start)
  try {
    const result = await work()
    reports.push({ step: name, ms: ms() })
    return result
  } catch (problem) {
    reports.push({ step: name, ms: ms(), problem: String(problem) })
    throw problem
  } finally {
    writeFileSync(plan.reportFile, JSON.stringify(reports))
  }
}

function end(problem: unknown): void {
  writeFileSync(plan.reportFile, JSON.stringify(reports))
  process.stderr.write(`${String(problem)}\n`)
  app.exit(1)
}

async function shownWindow(): Promise<WindowUnderTest> {
  const find = (): BrowserWindow | undefined =>
    BrowserWindow.getAllWindows().find((one) => one.isVisible())
  await comesTrue(patienceMs, () => find() !== undefined)
  const window = find()
  if (!window) throw new Error('no window was shown')
  return new WindowUnderTest(window.webContents)
}

async function validate(window: WindowUnderTest): Promise<void> {
  await window.press('Validate an account')
  await window.type('Routing number', '550010016')
  await window.type('Account number', '1000200031')
  await window.type('First name', 'Margaret')
  await window.type('Last name', 'Alder')
  await window.press('Validate account')
  await window.shows('Account open, owner matches')
}

async function readWorkbooks(window: WindowUnderTest): Promise<void> {
  chosen.push(plan.workbooks.small)
  const draft = (await window.call('bulk.selectFile')) as { readonly rows: number }
  if (draft.rows !== 1) throw new Error(`one row was expected: ${JSON.stringify(draft)}`)
  chosen.push(plan.workbooks.tooLarge)
  await window.refuses('bulk.selectFile', 'file-not-understood')
}

/** A reader that takes all memory ends, and the program goes on. */
async function wantAllMemory(): Promise<void> {
  const script = new URL('./smoke-reader.js', import.meta.url)
  const launch = launchReaderInUtilityProcess
  const reader = new ReaderProcess<string, string>({ name: 'smoke', script }, { launch })
  const answer = await reader.send('read').catch((problem: unknown) => problem)
  if (!(answer instanceof ReadingEnded) || answer.why !== 'memory')
    throw new Error(`the memory limit did not end the reader: ${String(answer)}`)
}

/** As at the end of a session of Windows, where stores close while main waits. */
function waitForOtherThread(): Promise<void> {
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const ended = Atomics.wait(signal, 0, 0, 10)
  if (ended !== 'timed-out') throw new Error(ended)
  return Promise.resolve()
}

async function refusedByBank(window: WindowUnderTest): Promise<void> {
  const { bank } = plan
  await window.callAndReload('profiles.create', {
    name: 'Smoke',
    environment: 'pre-production',
    from: { kind: 'nothing' },
    confirmation: null,
  })
  await window.call('operators.createFirst', {
    name: 'Sam Reyes',
    passphrase: firstPassphrase,
  })
  const shown = (await window.call('profiles.getShown')) as { readonly details: object }
  await window.call('profiles.changeDetails', {
    ...shown.details,
    ...bank.identifiers,
    baseUrl: bank.baseUrl,
    registeredAddresses: ['127.0.0.1'],
  })
  await window.call('profiles.saveCredentials', bank.credentials)
  chosen.push(bank.rootFile)
  const { draftId } = (await window.call('certificates.selectPrivateCa')) as Draft
  await window.call('certificates.trustPrivateCa', { draftId, sha256: bank.rootFingerprint })
  chosen.push(bank.certificateFile)
  const { draftId: certificate } = (await window.call('certificates.select')) as Draft
  const secret = bank.certificatePassword
  await window.call('certificates.unlock', { draftId: certificate, secret })
  await window.call('certificates.commit', { draftId: certificate })
  const report = (await window.call('doctor.examine')) as Report
  const found = report.steps.find(({ id }) => id === 'client-certificate')
  // The practice bank closes the connection without an alert.
  if (!['client-certificate-refused', 'connection-closed'].includes(found?.finding ?? ''))
    throw new Error(`a refused certificate was expected: ${JSON.stringify(found)}`)
}

interface Draft {
  readonly draftId: string
}
interface Report {
  readonly steps: readonly { readonly id: string; readonly finding: string }[]
}

async function lock(window: WindowUnderTest): Promise<void> {
  await window.call('operators.lock')
  await window.refuses('profiles.getShown', 'signed-out')
  await window.shows('Locked')
}
