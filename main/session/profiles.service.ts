/**
 * The profiles of this computer: the list, the shown one, and the change from one to another. If a
 * change fails, the shown profile stays.
 */
import { timingSafeEqual } from 'node:crypto'
import {
  productionConfirmation,
  type Environment,
} from '../../preload/contract/domain/environment.ts'
import { withoutTrailingSlashes } from '../../preload/contract/api/profiles/profile-details.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import {
  profileFileDraft,
  type NewProfile,
  type ProfilesState,
} from '../../preload/contract/api/profiles/profile.ts'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import { openRecoveryFile, readRecoveryFile, type RecoveryFile } from '../profile/recovery-file.ts'
import { createDraft } from '../platform/draft.ts'
import { createProfileOpener, identityOf, type Opened } from './open-profile.ts'
import { practiceId } from './practice/practice-session.ts'
import { InFlight } from '../platform/in-flight.ts'
import { createOpenSessions } from './open-sessions.ts'
import type { ProfilesDeps, ProfilesService, Shown, StoreSteps } from './profiles-types.ts'
import { readProfileFile, type ProfileFile } from '../profile/profile-file.ts'
import { fromFile, fromNothing, fromSession, type ProfileOrigin } from './profile-origin.ts'
import type { RealCard } from '../profile/profile-registry.ts'
import { startSession, wakeSession, type Session } from './session.ts'
import type { JsonObject } from '../platform/json/canonical-json.ts'

export type { ProfilesDeps, ProfilesService } from './profiles-types.ts'

type Opening<F> = () => Promise<Result<Session, F | OpeningFailure> | Session>
type OpeningFailure = Extract<Awaited<Opened>, { ok: false }>['error']

/** Creates the service; practice is shown first. */
export function createProfiles(deps: ProfilesDeps): ProfilesService {
  const { profileRegistry, clock, newId } = deps
  let shown = deps.practice
  let openingId: string | null = null
  const changing = new InFlight()
  let closed = false
  const refused = new Map<string, Failure<'store-refused'>>()
  const fileDraft = createDraft<ProfileFile>(deps)
  const recoveryDraft = createDraft<{ file: RecoveryFile; card: RealCard }>(deps)
  const opener = createProfileOpener({
    ...deps,
    profileChanged: (session, next) => {
      if (session === shown) deps.shownChanged(next)
    },
  })
  const sessions = createOpenSessions({
    ...deps,
    opener,
    isWanted: (id) => id === shown.identity.id || id === openingId,
    changed: deps.otherListenersChanged,
  })

  const state = (): ProfilesState => {
    const { id, name, environment } = deps.practice.identity
    const practice = { id, name, environment, createdAt: null, retiredAt: null }
    const cards = profileRegistry
      .cards()
      .map(({ listens: _listens, unitConfirmation: _confirmation, ...card }) => card)
    return { cards: [practice, ...cards], shownId: shown.identity.id, openingId }
  }
  const notify = (): ProfilesState => {
    const next = state()
    deps.changed(next)
    return next
  }
  const cardOf = (id: string): RealCard | undefined =>
    profileRegistry.cards().find((card) => card.id === id)
  const isTaken = (name: string, exceptId?: string): boolean =>
    state().cards.some(
      (card) => card.id !== exceptId && card.name.toLowerCase() === name.toLowerCase(),
    )

  const show = async (next: Session): Promise<void> => {
    const before = shown
    shown = next
    // The previous profile's operator is signed out: nobody may stay signed in to a profile that is
    // not shown.
    const signedOut = before === next ? undefined : before.operators.lock('not-signed-in')
    // The window learns first which profile it shows, and reloads for it.
    deps.shows()
    try {
      await signedOut
      // Practice stays open in the background: this needs nothing and costs nothing.
      if (before !== deps.practice && before !== next) await sessions.leave(before)
      await next.real?.connect()
      await startSession(next)
    } catch (problem) {
      deps.report('profiles.show', problem)
    }
  }

  /** One opening at a time; the window shows which. */
  const change = <F extends Failure = never>(id: string, opening: Opening<F>): Shown<F> => {
    if (openingId !== null || closed) return Promise.resolve(err({ code: 'profile-busy' }))
    openingId = id
    notify()
    return changing.add(changeNow(opening))
  }
  /** Reports the keychain's answer; reports nothing if the keychain was not called. */
  const notifyKeychain = (opened: Result<Session, Failure>): void => {
    if (opened.ok) deps.keychainAnswered(undefined)
    else if (opened.error.code === 'keychain-problem') deps.keychainAnswered(opened.error.problem)
  }
  const changeNow = async <F extends Failure>(opening: Opening<F>): Shown<F> => {
    const wasOpen = openingId === practiceId || (openingId !== null && sessions.isOpen(openingId))
    try {
      const id = openingId ?? ''
      const opened = await opening()
      if ('ok' in opened && !opened.ok && opened.error.code === 'store-refused')
        refused.set(id, opened.error)
      else refused.delete(id)
      if ('ok' in opened && !wasOpen) notifyKeychain(opened)
      if ('ok' in opened && !opened.ok) return opened
      await show('ok' in opened ? opened.value : opened)
      openingId = null
      return ok(state())
    } finally {
      openingId = null
      notify()
    }
  }

  const originOf = ({ from, environment }: NewProfile): ProfileOrigin | undefined => {
    if (from.kind === 'nothing') return fromNothing
    if (from.kind === 'copy') return fromSession(shown, environment)
    const file = fileDraft.get(from.draftId)
    return file && fromFile(file, environment)
  }

  /** Changes a session's card, with an act in its store's chain. */
  const changeCard = async (
    part: Partial<Omit<RealCard, 'unitConfirmation'>>,
    kind: string,
    also: JsonObject = {},
  ): Promise<ProfilesState> => {
    const session = shown
    const { identity, services, operators, real } = session
    const card = cardOf(identity.id)
    if (!card || !services) return state()
    const act = {
      actor: operators.current().id,
      kind,
      subject: card.id,
      detail: { ...part, ...also },
    }
    await services.store.note(act)
    const next = await profileRegistry.change(card.id, part)
    session.identity = identityOf(next ?? card)
    await real?.connect()
    if (session === shown) deps.shows()
    return notify()
  }

  const otherEnvironmentAt: ProfilesService['otherEnvironmentAt'] = (address, environment) =>
    address === null
      ? undefined
      : profileRegistry
          .cards()
          .find(
            (card) =>
              card.environment !== environment &&
              card.retiredAt === null &&
              card.bankAddress !== null &&
              plainAddress(card.bankAddress) === plainAddress(address),
          )

  return {
    state,
    shown: () => shown,
    isKnown: (id) => cardOf(id) !== undefined,
    isTaken,

    open(id, confirmation) {
      if (id === shown.identity.id) return Promise.resolve(ok(state()))
      if (id === practiceId) return change(id, () => Promise.resolve(deps.practice))
      const card = cardOf(id)
      if (!card) return Promise.resolve(err({ code: 'not-found' }))
      if (!isConfirmed(card.environment, confirmation))
        return Promise.resolve(err(confirmationWrong))
      return change(id, () => sessions.get(card, () => opener.open(card)))
    },

    async create(input) {
      const { name, environment, confirmation } = input
      if (deps.isPracticeMember) return err({ code: 'in-practice-team' })
      if (isTaken(name)) return err({ code: 'name-taken' })
      if (!isConfirmed(environment, confirmation)) return err(confirmationWrong)
      const given = originOf(input)
      if (!given) return err({ code: 'draft-gone' })
      // A file may name an environment other than that of its address.
      const origin = otherEnvironmentAt(given.details.baseUrl, environment)
        ? { ...given, details: { ...given.details, baseUrl: null } }
        : given
      const id = newId().replaceAll('-', '').slice(0, 12).toLowerCase()
      const createdAt = clock.now().toISOString()
      const card: RealCard = {
        id,
        name,
        environment,
        createdAt,
        retiredAt: null,
        listens: false,
        bankAddress: null,
      }
      const created = await change(id, () => sessions.get(card, () => opener.make(card, origin)))
      if (created.ok) fileDraft.forget()
      return created
    },

    rename: (name) => changeCard({ name }, 'profile.renamed', { from: shown.identity.name }),
    retire: () => changeCard({ retiredAt: clock.now().toISOString() }, 'profile.retired'),
    reinstate: () => changeCard({ retiredAt: null }, 'profile.reinstated'),

    inspectFile({ name, bytes }) {
      const read = readProfileFile(bytes)
      if (!read.ok) return err({ code: 'file-not-understood', file: name, detail: read.error })
      const { accounts, environment, details } = read.value
      return ok(
        profileFileDraft.parse({
          draftId: fileDraft.put(read.value),
          file: name,
          name: read.value.name,
          environment,
          details,
          accounts: accounts.length,
          accountsMasked: accounts.some(({ number }) => number === null),
        }),
      )
    },

    inspectRecovery(profileId, { name, bytes }) {
      const card = cardOf(profileId)
      if (!card) return err({ code: 'not-found' })
      const read = readRecoveryFile(bytes)
      if (!read.ok) return err({ code: 'file-not-understood', file: name, detail: read.error })
      const file = read.value
      const draftId = recoveryDraft.put({ file, card })
      const { profileName, environment, writtenAt, hint } = file
      const belongs = file.profileId === card.id
      return ok({ draftId, file: name, profileName, environment, writtenAt, hint, belongs })
    },

    async provesRecovery(profileId, draftId, passphrase) {
      const draft = recoveryDraft.get(draftId)
      if (!draft) return err({ code: 'draft-gone' })
      if (draft.card.id !== profileId || draft.file.profileId !== profileId)
        return err({ code: 'recovery-of-another' })
      const key = await openRecoveryFile(draft.file, passphrase)
      const stored = await this.storeKeyOf(profileId)
      // A recovery file with an earlier key of the profile opens nothing here.
      return key && stored.ok && timingSafeEqual(key, stored.value)
        ? ok(null)
        : err({ code: 'passphrase-wrong' })
    },

    async openWithRecovery(draftId, passphrase, confirmation) {
      const draft = recoveryDraft.get(draftId)
      if (!draft) return err({ code: 'draft-gone' })
      const { card, file } = draft
      if (file.profileId !== card.id) return err({ code: 'recovery-of-another' })
      if (!isConfirmed(card.environment, confirmation)) return err(confirmationWrong)
      const key = await openRecoveryFile(file, passphrase)
      if (!key) return err({ code: 'passphrase-wrong' })
      const opened = await change(card.id, () =>
        sessions.getAfter(card, () => opener.recover(card, key)),
      )
      if (opened.ok) recoveryDraft.forget()
      return opened
    },

    whyRefused: (id) => refused.get(id),
    openSession: (id) => sessions.all().find(({ identity }) => identity.id === id),
    async storeKeyOf(id) {
      const real = sessions.all().find(({ identity }) => identity.id === id)?.real
      if (real) return ok(real.storeKey())
      const card = cardOf(id)
      return card ? opener.storeKey(card) : err({ code: 'not-found' })
    },
    otherEnvironmentAt,
    storedHeadOf: (id) => {
      const card = cardOf(id)
      return card ? opener.storedHead(card) : Promise.resolve(err({ code: 'not-found' }))
    },
    replaceStore<T, F extends Failure>(id: string, { prepare, put }: StoreSteps<T, F>) {
      const card = cardOf(id)
      if (!card) return Promise.resolve(err({ code: 'not-found' }))
      const replacing = async () => {
        const prepared = await prepare()
        if (!prepared.ok) return prepared
        // The store must not be in use while it is replaced.
        if (shown.identity.id === id) await show(deps.practice)
        await sessions.end(id)
        const there = await put(prepared.value)
        return there.ok ? sessions.get(card, () => opener.open(card)) : there
      }
      return change<F>(id, replacing)
    },

    openListening: () => sessions.openListening(),
    tryAgain: () => sessions.tryAgain(),
    notClosed: () => sessions.notClosed(),
    otherListeners: () => sessions.others(shown.identity.id),
    wake() {
      for (const session of [deps.practice, ...sessions.all()]) wakeSession(session)
    },

    async close() {
      closed = true
      await changing.settled()
      shown = deps.practice
      await sessions.close()
    },
  }
}

/**
 * Returns the normal form of an address: upper case and a trailing slash do not make another bank.
 */
const plainAddress = (address: string): string =>
  withoutTrailingSlashes(URL.parse(address)?.href ?? address).toLowerCase()

const confirmationWrong = { code: 'confirmation-wrong', wanted: productionConfirmation } as const
const isConfirmed = (environment: Environment, typed: string | null): boolean =>
  environment !== 'production' || typed === productionConfirmation
