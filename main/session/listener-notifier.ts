/** Tells the window of alerts and listeners: of those of the shown session, and of whether the others run. */
import { announceAll, type Announce } from '../platform/announce.ts'
import type { ProfilesService } from './profiles.service.ts'
import type { SessionNews, Session } from './session.ts'
import { shownListener } from './shown-listener.ts'

/** What it tells with. */
export interface ListenerNotifierDeps {
  readonly announce: Announce
  /** Asked when there is something to tell: the profiles are made after it. */
  readonly profiles: () => Pick<ProfilesService, 'shown' | 'otherListeners'>
  readonly report: ReturnType<SessionNews>['report']
}

/** Tells the window. */
export interface ListenerNotifier {
  /** A listener has changed: the shown session's, or else one of which the window knows whether it runs. */
  tell(changed?: Session): void
  /** The window hears of the shown session alone. */
  readonly news: SessionNews
}

/** Makes the teller; what it told of the others last it does not tell again. */
export function createListenerNotifier(deps: ListenerNotifierDeps): ListenerNotifier {
  const { announce, profiles, report } = deps
  let toldOthers = '[]'
  const tell = (changed?: Session): void => {
    const shown = profiles().shown()
    const others = profiles().otherListeners()
    const text = JSON.stringify(others)
    const state = shownListener(shown, others)
    if (!state || (changed !== shown && text === toldOthers)) return
    toldOthers = text
    announce('listener', 'stateChanged', state)
  }
  return {
    tell,
    news: (session) => ({
      subscribe(events) {
        announceAll(events, (noun, name, payload) => {
          if (session() === profiles().shown()) announce(noun, name, payload)
        })
        events.on('listener.changed', () => tell(session()))
      },
      report,
    }),
  }
}
