/**
 * A workstation in plain Node with a real keychain, a second practice bank that acts as a real one,
 * and a simulated person at main's dialogs. Every call takes the same path as the window's calls,
 * and every event for the window is stored.
 */
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { ReadComputerId } from '../../../../main/platform/computer-id.ts'
import type { StartTimer } from '../../../../main/platform/timer.ts'
import { answer, type AnyHandler } from '../../../../main/shell/ipc/answer.ts'
import {
  openPracticeBank,
  type OpenPracticeBank,
} from '../../../../main/practice/open-practice-bank.ts'
import type { SystemDialogs } from '../../../../main/platform/files/file-dialogs.ts'
import { channels } from '../../../../preload/contract/api/channels.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import {
  emptyDetails,
  type ProfileDetails,
} from '../../../../preload/contract/api/profiles/profile-details.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import type { RealEnvironment } from '../../../../preload/contract/domain/environment.ts'
import type { CertificateInspection } from '../../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { WorkstationState } from '../../../../preload/contract/api/workstation-state.ts'
import type { ProfilesState } from '../../../../preload/contract/api/profiles/profile.ts'
import { startWorkstation, type Emitted } from '../../support/workstation.ts'
import type { Workstation } from '../../../../main/workstation.ts'

/** A file for which a place was chosen. */
export interface SavedFile {
  readonly suggestedName: string
  readonly path: string
  /** What is there now, as text. */
  readonly content: string
}

/** Files that the next dialogs choose, and the saved files. */
export interface Person {
  readonly systemDialogs: SystemDialogs
  /** The next open dialog chooses these. */
  choose(...files: { name: string; bytes: Buffer | string }[]): void
  readonly saved: SavedFile[]
  /** Leaves the next dialogs open, until the returned function is called. */
  hesitate(): () => void
  /** The dialogs that were opened. */
  readonly opened: string[]
  /** The texts copied to the clipboard, and their durations. */
  readonly copied: { readonly text: string; readonly forMs: number }[]
  /** Whether the system clipboard refuses text. */
  clipboardRefuses: boolean
  /** The pages that were printed. */
  readonly printed: string[]
}

/** Creates the person at the dialogs, who cancels an open dialog without prepared files. */
export function person(): Person {
  const ready: string[][] = []
  const saved: SavedFile[] = []
  const opened: string[] = []
  let answering = Promise.resolve<undefined>(undefined)
  const newFolderOf = (): string => mkdtempSync(join(tmpdir(), 'countersign-person-'))
  return {
    saved,
    opened,
    copied: [],
    clipboardRefuses: false,
    printed: [],
    choose(...files) {
      const folder = newFolderOf()
      const paths = files.map(({ name }) => join(folder, name))
      for (const [index, { bytes }] of files.entries()) writeFileSync(paths[index] ?? '', bytes)
      ready.push(paths)
    },
    hesitate() {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      answering = promise
      return () => resolve(undefined)
    },
    systemDialogs: {
      async chooseFiles({ title }) {
        opened.push(title)
        await answering
        return ready.shift() ?? null
      },
      async chooseFolder({ title }) {
        opened.push(title)
        await answering
        return newFolderOf()
      },
      async chooseTarget({ title, suggestedName }) {
        opened.push(title)
        await answering
        const path = join(newFolderOf(), suggestedName)
        saved.push({
          suggestedName,
          path,
          get content() {
            return readFileSync(path, 'utf8')
          },
        })
        return path
      },
    },
  }
}

/** The window's side of one workstation. */
export interface RealWorkstation {
  readonly workstation: Workstation
  readonly emitted: Emitted
  /** Every answer that the window got. */
  readonly answers: unknown[]
  readonly person: Person
  /**
   * Signs in as the first administrator when a profile is shown; false: the test does it itself.
   */
  signsIn: boolean
  /** Calls a channel as the window does: role, input and output are checked. */
  call<T = unknown>(channel: string, input?: unknown, meant?: string): Promise<Result<T, Failure>>
  /** The same, for a call that must succeed. */
  must<T = unknown>(channel: string, input?: unknown): Promise<T>
}

/** Starts a workstation at a folder with the keychain of an environment. */
export async function openWorkstation(
  folder: string,
  keychainEnv: NodeJS.ProcessEnv,
  startTimer?: StartTimer,
  readComputerId?: ReadComputerId,
): Promise<RealWorkstation> {
  const who = person()
  const { workstation, emitted } = await startWorkstation(folder, undefined, {
    systemDialogs: who.systemDialogs,
    keychainEnv,
    clipboard: {
      put: (text, forMs) => {
        who.copied.push({ text, forMs })
        return Promise.resolve(!who.clipboardRefuses)
      },
    },
    printer: {
      print: (html) => {
        who.printed.push(html)
        return Promise.resolve(Buffer.from('%PDF-'))
      },
    },
    ...(startTimer && { startTimer }),
    readComputerId,
  })
  const answers: unknown[] = []
  const callOnce = async <T>(
    channel: string,
    input?: unknown,
    meant?: string,
  ): Promise<Result<T, Failure>> => {
    const definition = channels.get(channel as never)
    if (!definition || definition.kind === 'event') throw new Error(`no such call: ${channel}`)
    const [noun = '', name = ''] = channel.split('.')
    const nouns = workstation.handlers as unknown as Record<string, Record<string, AnyHandler>>
    const handler = nouns[noun]?.[name]
    if (!handler) throw new Error(`no handler: ${channel}`)
    const result = await answer(channel, definition, handler, input, {
      ...workstation.answering,
      expectedProfileId: meant,
      reportUnforeseen: (where, problem) => {
        process.stderr.write(`${where}: ${inspect(problem)}\n`)
        return workstation.log.unforeseen(where, problem)
      },
    })
    answers.push(result)
    return result as Result<T, Failure>
  }
  const session: RealWorkstation = {
    workstation,
    emitted,
    answers,
    person: who,
    signsIn: true,
    async call(channel, input, meant) {
      const result = await callOnce(channel, input, meant)
      if (result.ok && session.signsIn && showing.has(channel)) await signIn(session)
      return result as never
    },
    async must(channel, input) {
      const result = await session.call(channel, input)
      if (!result.ok) throw new Error(`${channel}: ${JSON.stringify(result.error)}`)
      return result.value as never
    },
  }
  return session
}

/** After these calls another profile may be shown, without a signed-in operator. */
const showing = new Set(['profiles.open', 'profiles.create', 'recovery.openWith'])
/** The passphrase of every operator in these tests. */
export const signInPassphrase = 'harbour lantern quietly 41'

/**
 * Signs in to the shown profile: as its first administrator, created if needed, or as the practice
 * maker.
 */
export async function signIn(session: RealWorkstation): Promise<void> {
  const { access, operators, environment } =
    await session.must<WorkstationState>('workstation.getState')
  if (access.state === 'in') return
  const passphrase = environment === 'practice' ? null : signInPassphrase
  if (access.state === 'no-operators')
    await session.must('operators.createFirst', { name: 'Ana Ruiz', passphrase })
  else await session.must('operators.signIn', { operatorId: operators[0]?.id, passphrase })
}

/** Opens a second practice bank, used as a real one. */
export const openRealBank = (): Promise<OpenPracticeBank> => openPracticeBank()

/** Returns the addresses and identifiers from the second bank's onboarding. */
export const detailsOf = ({ enrolment }: OpenPracticeBank): ProfileDetails => ({
  ...emptyDetails,
  baseUrl: enrolment.baseUrl,
  partnerClientId: enrolment.partnerClientId,
  secondaryId: enrolment.secondaryId,
  additionalId: enrolment.additionalId,
  registeredAddresses: ['127.0.0.1'],
})

/** Creates a profile and shows it. */
export async function makeProfile(
  session: RealWorkstation,
  name: string,
  environment: RealEnvironment = 'pre-production',
): Promise<string> {
  const state = await session.must<ProfilesState>('profiles.create', {
    name,
    environment,
    from: { kind: 'nothing' },
    confirmation: environment === 'production' ? 'PRODUCTION' : null,
  })
  return state.shownId
}

/** Does every step of an operator between a new profile and a connection. */
export async function setUp(session: RealWorkstation, bank: OpenPracticeBank): Promise<void> {
  const { enrolment } = bank
  await session.must('profiles.changeDetails', detailsOf(bank))
  session.person.choose({ name: 'bank-root.pem', bytes: enrolment.ca })
  const ca = await session.must<{ draftId: string }>('certificates.selectPrivateCa')
  await session.must('certificates.trustPrivateCa', {
    draftId: ca.draftId,
    sha256: fingerprintOf(enrolment.ca),
  })
  const { consumerKey, consumerSecret, clientId, clientSecret } = enrolment
  await session.must('profiles.saveCredentials', {
    consumerKey,
    consumerSecret,
    clientId,
    clientSecret,
  })
  await importCertificate(session, enrolment)
}

/** Chooses, inspects and takes a certificate with its key. */
export async function importCertificate(
  session: RealWorkstation,
  { certificateChain, privateKey }: { certificateChain: string; privateKey: string },
): Promise<CertificateInspection> {
  session.person.choose(
    { name: 'client-chain.pem', bytes: certificateChain },
    { name: 'client-key.pem', bytes: privateKey },
  )
  const inspection = await session.must<CertificateInspection>('certificates.select')
  await session.must('certificates.commit', { draftId: inspection.draftId })
  return inspection
}

/** Returns the SHA-256 that a bank would give over another channel. */
export const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint256
