/**
 * The desktop as one session sees it: whether its profile is shown, and whether an operator is
 * signed in.
 */
import type { Operators } from '../../profile/operators/operators.service.ts'
import type { DesktopNotices, ShownNotice } from '../../platform/ports.ts'
import type { Notice, View } from './notice-text.ts'

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
export const noSurface: NoticeSurface = {
  view: () => 'locked',
  profileName: () => '',
  show: () => undefined,
}
