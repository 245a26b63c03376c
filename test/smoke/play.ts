/** Plays the smoke build in a world of its own, and judges what it left behind. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issue } from '../../main/practice/enrolment.ts'
import { openPracticeBank } from '../../main/practice/open-practice-bank.ts'
import { makePracticePki } from '../../main/practice/practice-pki.ts'
import { writeEnrolment } from '../../main/practice/write-enrolment.ts'
import { plainZip } from '../../main/platform/spreadsheets/zip-parts.ts'
import { root, run, runNode } from '../../scripts/lib/run.ts'
import { withFolded, workbookParts } from '../unit/platform/spreadsheets/workbooks.ts'
import { startPrivateKeyring } from '../unit/profile/keychain/support/private-keyring.ts'
import type { StartableProgram } from './package.ts'
import {
  firstPassphrase,
  planVariable,
  smokeSteps,
  type SmokePlan,
  type StepReport,
} from './plan.ts'
import { logFaults } from './run-log.ts'
import { removeFolder } from '../electron-stand-in/remove-folder.ts'

/** A program that does not end is a fault. */
const longestMs = 180_000

export interface SmokeOutcome {
  readonly reports: readonly StepReport[]
  /** One sentence each; none: everything is right. */
  readonly faults: readonly string[]
}

/** `trusts: 'own'`: a control, whose bank accepts the certificate that it should refuse. */
export async function playSmoke(
  program: StartableProgram,
  trusts: 'other' | 'own' = 'other',
): Promise<SmokeOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-smoke-'))
  const keyring = process.platform === 'linux' ? await startPrivateKeyring() : undefined
  const bank = await openBank(join(folder, 'enrolment'), trusts)
  try {
    const plan = await writePlan(folder, bank.plan)
    const planFile = join(folder, 'plan.json')
    await writeFile(planFile, JSON.stringify(plan))
    const { code, output } = await run(program.command, program.args, {
      // Windows takes the data folder from the system.
      env: {
        ...keyringOnly(keyring?.env),
        ...program.env,
        [planVariable]: planFile,
        LOCALAPPDATA: folder,
      },
      quiet: true,
      timeoutMs: longestMs,
    })
    const reports = await readReports(plan)
    const faults = [
      ...stepFaults(reports),
      ...(code === 0 ? [] : [`the program ended with ${String(code)}: ${output.slice(-500)}`]),
      ...(await exportFaults(plan)),
      ...(await logFaults(join(plan.dataFolder, 'log'))),
      ...(await secretFaults(plan.dataFolder, bank.secrets)),
    ]
    return { reports, faults }
  } finally {
    await bank.close()
    await keyring?.stop()
    await removeFolder(folder)
  }
}

/** The keyring's home is its own: the program would take its data folder from there. */
const keyringOnly = (env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv =>
  env['DBUS_SESSION_BUS_ADDRESS'] === undefined
    ? {}
    : { DBUS_SESSION_BUS_ADDRESS: env['DBUS_SESSION_BUS_ADDRESS'] }

/** A bank, and its onboarding data with the client certificate of another one. */
async function openBank(folder: string, trusts: 'other' | 'own') {
  const kind = { organisation: 'Smoke Bank', keys: 'rsa' } as const
  const [pki, other] = await Promise.all([
    makePracticePki(new Date(), kind),
    makePracticePki(new Date(), kind),
  ])
  const [bank, otherBank] = await Promise.all(
    [pki, other].map((one) => openPracticeBank({ identity: { pki: one, issued: issue() } })),
  )
  if (!bank || !otherBank) throw new Error('two banks were opened')
  const { certificateChain, privateKey } = (trusts === 'own' ? bank : otherBank).enrolment
  const enrolment = { ...bank.enrolment, certificateChain, privateKey }
  const { p12Password, rootFingerprint } = await writeEnrolment(folder, enrolment)
  await otherBank.close()
  const { consumerKey, consumerSecret, clientId, clientSecret } = enrolment
  const { partnerClientId, secondaryId, additionalId } = enrolment
  return {
    plan: {
      baseUrl: enrolment.baseUrl,
      rootFile: join(folder, 'bank-root.pem'),
      rootFingerprint,
      certificateFile: join(folder, 'client.p12'),
      certificatePassword: p12Password,
      credentials: { consumerKey, consumerSecret, clientId, clientSecret },
      identifiers: { partnerClientId, secondaryId, additionalId },
    },
    secrets: [p12Password, consumerSecret, clientSecret, firstPassphrase],
    close: () => bank.close(),
  }
}

async function writePlan(folder: string, bank: SmokePlan['bank']): Promise<SmokePlan> {
  const dataFolder = join(folder, 'Countersign')
  await mkdir(dataFolder)
  const small = join(folder, 'small.xlsx')
  const tooLarge = join(folder, 'too-large.xlsx')
  const row = (cells: readonly string[]): string =>
    `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  const parts = (rows: string): ReadonlyMap<string, Buffer> =>
    workbookParts({ sheets: { A: `<sheetData>${rows}</sheetData>` } })
  const headers = row(['Routing', 'Account'])
  const account = row(['550010016', '1000200031'])
  await writeFile(small, plainZip(parts(headers + account)))
  // More than 128 MB of cells in less than a megabyte, which claims to hold next to nothing.
  const hostile = parts(headers + account.repeat(1_400_000))
  await writeFile(tooLarge, withFolded(hostile, 'xl/worksheets/sheet1.xml', 1_000))
  return {
    dataFolder,
    reportFile: join(folder, 'report.json'),
    exportFile: join(folder, 'audit.json'),
    workbooks: { small, tooLarge },
    bank,
  }
}

async function readReports({ reportFile }: SmokePlan): Promise<readonly StepReport[]> {
  const text = await readFile(reportFile, 'utf8').catch(() => '[]')
  return JSON.parse(text) as readonly StepReport[]
}

const stepFaults = (reports: readonly StepReport[]): readonly string[] =>
  smokeSteps.flatMap((step) => {
    const report = reports.find((one) => one.step === step)
    if (!report) return [`${step}: not reached`]
    return report.problem === undefined ? [] : [`${step}: ${report.problem}`]
  })

/** The exported audit is checked by the script that is shipped beside the program. */
async function exportFaults({ exportFile }: SmokePlan): Promise<readonly string[]> {
  const script = join(root, 'scripts/verify-audit.mjs')
  const { code, output } = await runNode([script, exportFile], { quiet: true })
  return code === 0 ? [] : [`the exported audit: ${output}`]
}

/** Searches every file that the program left, stores included. */
async function secretFaults(
  folder: string,
  secrets: readonly string[],
): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((one) => one.isFile())
  const stores = files.filter(({ name }) => name === 'store.countersign')
  const faults =
    stores.length === 1 ? [] : [`${String(stores.length)} stores of a bank instead of one`]
  for (const file of files) {
    const bytes = await readFile(join(file.parentPath, file.name))
    for (const secret of secrets)
      if (bytes.includes(secret))
        faults.push(`${file.name} contains ${hashOf(secret)} in the clear`)
    if (stores.includes(file) && bytes.includes('CREATE TABLE'))
      faults.push(`${file.name} is not encrypted`)
  }
  return faults
}

const hashOf = (secret: string): string =>
  `the secret with SHA-256 ${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`
