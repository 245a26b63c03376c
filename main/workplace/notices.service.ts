/**
 * Desktop notifications: few, none in quiet hours, and without details while the workstation is
 * locked.
 */
import {
  defaultNotices,
  noticeSettings,
  type NoticeSettings,
} from '../../preload/contract/api/notices/notices.ts'
import type { ListenerState } from '../../preload/contract/api/alerts/listener.ts'
import type { InboxKind } from '../../preload/contract/api/inbox/inbox.ts'
import { systemTimer, type StartTimer } from '../platform/timer.ts'
import type { SessionContext } from '../profile/session-context.ts'
import { saveSetting } from '../profile/settings.service.ts'
import { follow, type Followed } from '../store/follow.ts'
import type { Reader } from '../store/store.ts'
import type { Operators } from '../profile/operators.service.ts'
import type { DesktopNotices, ShownNotice } from '../platform/ports.ts'
import { sampleNotice } from '../../preload/contract/text/desktop.ts'
import {
  noticeOf,
  type Pending,
  type NewItem,
  type Notice,
  type View,
} from './notices/notice-text.ts'
import { isQuiet, recheckMs, wallTime } from './notices/quiet-hours.ts'

/** Where a session shows its notifications. */
export interface NoticeSurface {
  view(): View
  profileName(): string
  /** Undefined if this desktop shows no notifications. */
  show(notice: Notice, clicked: () => void): ShownNotice | undefined
}

/** The facts of a session that a surface needs. */
interface SeenSession {
  readonly identity: { readonly name: string }
  readonly operators: Pick<Operators, 'isSignedIn'>
}

/** Returns the surface of each session. Without a desktop nothing is ever shown. */
export const noticeSurfaces =
  (desktop: DesktopNotices | undefined, shown: () => SeenSession) =>
  (session: () => SeenSession | undefined): NoticeSurface => ({
    view() {
      const own = session()
      if (!own || own !== shown()) return 'behind'
      return own.operators.isSignedIn() ? 'open' : 'locked'
    },
    profileName: () => session()?.identity.name ?? '',
    show: ({ title, body }, clicked) => desktop?.show({ title, body }, clicked),
  })

/** The surface without a desktop. */
const noSurface: NoticeSurface = {
  view: () => 'locked',
  profileName: () => '',
  show: () => undefined,
}

type ListenerHealth = Pick<ListenerState, 'running' | 'team' | 'notStoring'>

/** The notifications of one open store. */
export interface NoticesService {
  settings(): NoticeSettings
  /** Recorded; effective at once. */
  changeSettings(settings: NoticeSettings, actor: string): Promise<NoticeSettings>
  /** Items that are new in the inbox. */
  newItems(items: readonly NewItem[]): void
  /** The listener has changed, or may have. */
  listenerChecked(listener: ListenerHealth): void
  /**
   * Removes notifications with details from the desktop: the workstation is locked, or shows
   * another profile.
   */
  hideDetails(): void
  /** Returns, once, the route of the notification that was clicked last. */
  takeOpened(): string | null
  /** Shows a test notification; false if this desktop did not show it. */
  showOne(): Promise<boolean>
  /** Shows nothing from now on. */
  stop(): void
}

export interface NoticesDeps {
  /** By default nothing is shown anywhere. */
  readonly surface?: NoticeSurface | undefined
  readonly startTimer?: StartTimer
  /** The time zone of the quiet hours; this computer's by default. */
  readonly timeZone?: string
}

/**
 * Events within the first time are notified together; the second is the least time between
 * notifications.
 */
const [togetherMs, apartMs] = [5_000, 30_000]
/** A click expires, so that an operator who does not sign in soon is not led anywhere later. */
const openedLivesMs = 600_000
const settingName = 'notices'

export async function createNoticesService(
  context: SessionContext,
  deps: NoticesDeps,
): Promise<NoticesService> {
  const settings = await follow(context.store, {
    isConcerned: (kind) => kind === 'notices.changed',
    read: readSettings,
  })
  return new Notifier(context, deps, settings)
}

/** Returns the saved settings; a value that no longer parses gives the defaults. */
async function readSettings(reader: Reader): Promise<NoticeSettings> {
  const row = await reader
    .selectFrom('settings')
    .select('value')
    .where('name', '=', settingName)
    .executeTakeFirst()
  if (!row) return defaultNotices
  return noticeSettings.safeParse(JSON.parse(row.value)).data ?? defaultNotices
}

class Notifier implements NoticesService {
  readonly #context: SessionContext
  readonly #deps: NoticesDeps
  readonly #surface: NoticeSurface
  readonly #settings: Followed<NoticeSettings>
  readonly #counts = new Map<InboxKind, number>()
  #only: NewItem | null = null
  #listener: Pending['listener'] = null
  #isListenerBad = false
  #wasQuiet = false
  #cancel: (() => void) | undefined
  #shownMs = Number.NEGATIVE_INFINITY
  /** The shown notifications with details. */
  readonly #withDetails = new Set<ShownNotice>()
  #opened: { readonly address: string; readonly atMs: number } | undefined
  #isStopped = false

  constructor(context: SessionContext, deps: NoticesDeps, settings: Followed<NoticeSettings>) {
    this.#context = context
    this.#deps = deps
    this.#surface = deps.surface ?? noSurface
    this.#settings = settings
  }

  settings(): NoticeSettings {
    return this.#settings.value
  }

  async changeSettings(settings: NoticeSettings, actor: string): Promise<NoticeSettings> {
    const { store, clock } = this.#context
    const value = JSON.stringify(settings)
    const row = { name: settingName, value, at: clock.now().toISOString(), actor }
    const act = { actor, kind: 'notices.changed', subject: 'notices', detail: { ...settings } }
    await store.record(act, (tx) => saveSetting(tx, row))
    this.#settings.value = settings
    if (!settings.enabled) this.#forget()
    else if (this.#hasSome()) this.#wait(0)
    return settings
  }

  newItems(items: readonly NewItem[]): void {
    for (const item of items) {
      if (!this.#wants(item.kind === 'unclear' ? 'rejected' : item.kind)) continue
      this.#only = this.#counts.size === 0 ? item : null
      this.#counts.set(item.kind, (this.#counts.get(item.kind) ?? 0) + 1)
    }
    this.#soon()
  }

  listenerChecked({ running, team, notStoring }: ListenerHealth): void {
    // Where another workstation of the team listens, no alert is missed.
    const isElsewhere = team?.state === 'other'
    const isUp = running.state === 'listening'
    if (!isElsewhere && (running.state === 'failed' || (isUp && notStoring))) {
      // Notified once, until the listener was well in between.
      if (!this.#isListenerBad && this.#wants('listener'))
        this.#listener = isUp ? 'not-storing' : 'down'
      this.#isListenerBad = true
      this.#soon()
    } else if (isElsewhere || (running.state !== 'starting' && running.state !== 'standby')) {
      this.#isListenerBad = false
      this.#listener = null
    }
  }

  hideDetails(): void {
    for (const shown of this.#withDetails) shown.close()
    this.#withDetails.clear()
  }

  takeOpened(): string | null {
    const opened = this.#opened
    this.#opened = undefined
    const { clock } = this.#context
    return opened && clock.monotonicMs() - opened.atMs < openedLivesMs ? opened.address : null
  }

  async showOne(): Promise<boolean> {
    const { environment } = this.#context
    const listener = null
    const sample = { id: '', address: '', title: sampleNotice }
    const only = { ...sample, kind: 'to-check' } as const
    const pending = { counts: new Map([['to-check', 1] as const]), only, listener, wasQuiet: false }
    const notice = noticeOf(pending, { environment, profile: this.#name(), view: 'open' })
    return (await this.#surface.show(notice, () => undefined)?.displayed) ?? false
  }

  stop(): void {
    this.#isStopped = true
    this.#forget()
    this.hideDetails()
  }

  #name(): string {
    return this.#surface.profileName()
  }

  #wants(kind: NoticeSettings['kinds'][number]): boolean {
    return this.#settings.value.enabled && this.#settings.value.kinds.includes(kind)
  }

  #hasSome(): boolean {
    return this.#counts.size > 0 || this.#listener !== null
  }

  #forget(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#counts.clear()
    this.#only = null
    this.#listener = null
    this.#wasQuiet = false
  }

  #soon(): void {
    if (!this.#hasSome() || this.#cancel) return
    const sinceMs = this.#context.clock.monotonicMs() - this.#shownMs
    this.#wait(Math.max(togetherMs, apartMs - sinceMs))
  }

  #wait(ms: number): void {
    this.#cancel?.()
    if (this.#isStopped) return
    const start = this.#deps.startTimer ?? systemTimer
    this.#cancel = start(ms, () => {
      this.#cancel = undefined
      this.#look()
    })
  }

  #look(): void {
    if (!this.#hasSome()) return
    const wall = wallTime(this.#context.clock.now(), this.#deps.timeZone)
    if (isQuiet(this.#settings.value, wall)) {
      this.#wasQuiet = true
      this.#wait(recheckMs(this.#settings.value, wall))
      return
    }
    this.#show()
  }

  #show(): void {
    const { environment, clock, emitEvent } = this.#context
    const surface = this.#surface
    const pending: Pending = {
      counts: new Map(this.#counts),
      only: this.#only,
      listener: this.#listener,
      wasQuiet: this.#wasQuiet,
    }
    const view = surface.view()
    const notice = noticeOf(pending, { environment, profile: this.#name(), view })
    const address = addressOf(pending)
    this.#forget()
    this.#shownMs = clock.monotonicMs()
    const shown = surface.show(notice, () => {
      if (shown) this.#withDetails.delete(shown)
      // For a profile that is not shown, a click only brings the window to the front.
      if (surface.view() === 'behind') return
      this.#opened = { address, atMs: clock.monotonicMs() }
      emitEvent('notices', 'clicked', {})
    })
    if (!shown || !notice.hasDetails) return
    this.#withDetails.add(shown)
    void shown.displayed.then((isDisplayed) => {
      if (!isDisplayed) this.#withDetails.delete(shown)
    })
  }
}

const addressOf = ({ counts, only, listener }: Pending): string => {
  if (counts.size === 0 && listener !== null) return '/alerts/listener'
  return only && listener === null ? only.address : '/inbox'
}
