import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { WindowCall, Handlers } from '../../platform/handlers.ts'
import { editableProfile } from '../editable-profile.ts'
import { describeChain } from '../../profile/describe-certificate.ts'
import type { ListenerSecrets } from '../../profile/profile-secrets.ts'
import type { ProfilesService } from '../profiles.service.ts'
import type { RealProfile } from '../../profile/real-profile.ts'
import type { Session } from '../session.ts'
import { closedStore, activeSession } from '../active-session.ts'
import { fileFailed, fileNameOf } from '../../platform/files/file-text.ts'
import { printPage } from '../../platform/print/print-page.ts'
import type { PdfPrinter, SecretClipboard } from '../../platform/ports.ts'
import { listenerSecretsOf, shownListener } from '../shown-listener.ts'
import { credentialsSheet, type SheetFacts } from '../../alerts/credentials-sheet.ts'

export interface ListenerHandlerDeps {
  readonly profiles: ProfilesService
  readonly clipboard: SecretClipboard
  readonly printer: PdfPrinter
  readonly clock: Clock
}

const minuteMs = 60_000
const notFound = err({ code: 'not-found' } as const)

export function listenerHandlers(deps: ListenerHandlerDeps): Pick<Handlers, 'listener'> {
  const { profiles } = deps
  const state = () => {
    const shown = shownListener(profiles.shown(), profiles.otherListeners())
    return shown ? ok(shown) : err(closedStore(profiles.shown().storeState))
  }
  /** Changes the shown profile's listener and returns its new state. */
  const change = async <F>(act: (real: RealProfile) => Promise<Result<unknown, F>>) => {
    const on = editableProfile(profiles)
    if (!on.ok) return on
    const done = await act(on.value.real)
    return done.ok ? state() : done
  }
  return {
    listener: {
      getState: state,
      probe: async () => {
        const on = activeSession(profiles)
        if (!on.ok) return on
        const probed = await on.value.listener.probe()
        return probed.ok ? state() : probed
      },
      createCredentials: (_input, { operator }) =>
        change((real) => real.createListenerCredentials(operator.id)),
      endPrevious: (_input, { operator }) =>
        change((real) => real.endPreviousCredentials(operator.id)),
      createCertificate: (_input, { operator }) =>
        change((real) => real.createOwnCertificate(operator.id)),
      takeCertificate: async ({ draftId }, { operator }) => {
        const on = editableProfile(profiles)
        if (!on.ok) return on
        const { certificate: drafts } = on.value.drafts
        const taken = await drafts.take(draftId, 'listener')
        if (!taken) return err({ code: 'draft-gone' })
        if (taken.kind === 'refused')
          return err({ code: 'certificate-refused', findings: [...taken.findings] })
        const stored = await on.value.real.takeListenerCertificate(taken.material, operator.id)
        if (!stored.ok) return stored
        drafts.discard(draftId)
        return state()
      },
      copyPassword: (_input, { operator }) => copyPassword(deps, operator.id),
      saveSheet: (_input, caller) => saveSheet(deps, caller),
      saveCertificate: (_input, caller) => saveCertificate(deps, caller),
    },
  }
}

/** Recorded first: a password must not leave without a record. */
async function copyPassword({ profiles, clipboard }: ListenerHandlerDeps, actor: string) {
  const on = activeSession(profiles)
  if (!on.ok) return on
  const credentials = listenerSecretsOf(profiles.shown())?.credentials
  if (!credentials) return notFound
  const detail = { userName: credentials.userName }
  const kind = 'profile.listener-password-copied'
  await on.value.store.note({ actor, kind, subject: 'profile', detail })
  const isThere = await clipboard.put(credentials.password, minuteMs)
  return isThere ? ok(undefined) : err({ code: 'clipboard-failed' } as const)
}

async function saveSheet(deps: ListenerHandlerDeps, { operator, dialogs }: WindowCall) {
  const session = deps.profiles.shown()
  const on = activeSession(deps.profiles)
  if (!on.ok) return on
  const secrets = listenerSecretsOf(session)
  if (!secrets?.credentials) return notFound
  const facts = sheetFacts(
    session,
    { ...secrets, credentials: secrets.credentials },
    deps.clock.now(),
  )
  const suggestedName = `${fileNameOf(session.identity.name)} alert delivery.pdf`
  const detail = { userName: secrets.credentials.userName }
  const kind = 'profile.listener-sheet-requested'
  await on.value.store.note({ actor: operator.id, kind, subject: 'profile', detail })
  const printed = await printPage(deps.printer, credentialsSheet(facts), suggestedName)
  if (!printed.ok) return printed
  const saved = await dialogs.save({
    title: 'Save the details for the bank',
    suggestedName,
    kinds: [{ name: 'PDF', extensions: ['pdf'] }],
    content: printed.value,
  })
  return saved.ok ? saved : err(fileFailed(saved.error))
}

function sheetFacts(
  { identity, real, listenerSetup }: Session,
  secrets: ListenerSecrets & Pick<SheetFacts, 'credentials'>,
  at: Date,
): SheetFacts {
  const setup = listenerSetup?.()
  const running = typeof setup === 'object' ? setup.publicUrl : null
  const details = real?.details()
  const [leaf] = secrets.certificate ? describeChain(secrets.certificate.chain) : []
  return {
    profileName: identity.name,
    environment: identity.environment,
    publicUrl: details ? (details.listener?.publicUrl ?? null) : running,
    credentials: secrets.credentials,
    previous: secrets.previous,
    subscription: details?.alerts ?? null,
    certificate: leaf ? { leaf, isCreatedHere: secrets.certificate?.isCreatedHere === true } : null,
    at,
  }
}

async function saveCertificate(
  { profiles }: ListenerHandlerDeps,
  { operator, dialogs }: WindowCall,
) {
  const on = activeSession(profiles)
  if (!on.ok) return on
  const session = profiles.shown()
  const chain = listenerSecretsOf(session)?.certificate?.chain
  if (chain === undefined) return notFound
  const detail = { sha256: describeChain(chain)[0]?.sha256 ?? '' }
  const kind = 'profile.listener-certificate-saved'
  await on.value.store.note({ actor: operator.id, kind, subject: 'profile', detail })
  const saved = await dialogs.save({
    title: 'Save the listener certificate',
    suggestedName: `${fileNameOf(session.identity.name)} listener.pem`,
    kinds: [{ name: 'Certificate', extensions: ['pem', 'crt'] }],
    content: chain,
  })
  return saved.ok ? saved : err(fileFailed(saved.error))
}
