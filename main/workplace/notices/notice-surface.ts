/** The desktop as one session sees it: whether its profile is shown and open to whoever sits there. */
import type { Operators } from '../../profile/operators/operators.service.ts'
import type { DesktopNotices, ShownNotice } from '../../platform/ports.ts'
import type { Notice, View } from './notice-text.ts'

/** What a desk shows its notifications on. */
export interface NoticeSurface {
  view(): View
  profileName(): string
  /** Undefined: this desktop takes none. */
  show(notice: Notice, clicked: () => void): ShownNotice | undefined
}

/** What a surface sees of a session. */
interface SeenSession {
  readonly identity: { readonly name: string }
  readonly operators: Pick<Operators, 'isSignedIn'>
}

/** Makes the surface of each session; without a desktop nothing is ever shown. */
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

/** Where there is no desktop. */
export const noSurface: NoticeSurface = {
  view: () => 'locked',
  profileName: () => '',
  show: () => undefined,
}
