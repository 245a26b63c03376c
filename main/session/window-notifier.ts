/**
 * Forwards every event of the shown session to the window, with the full state of its listener; of
 * the other sessions only whether their listeners run.
 */
import { forwardEvents, type Announce } from '../platform/announce.ts'
import type { ProfilesService } from './profiles.service.ts'
import type { SessionOutputs, Session } from './session.ts'
import { shownListener } from './shown-listener.ts'

export interface WindowNotifierDeps {
  readonly announce: Announce
  /** Called only when there is a notification: the profiles are created later. */
  readonly profiles: () => Pick<ProfilesService, 'shown' | 'otherListeners'>
  /** The state of the workstation has changed, which the window always shows. */
  readonly stateChanged: () => void
  readonly report: ReturnType<SessionOutputs>['report']
}

export interface WindowNotifier {
  /**
   * A listener has changed: the shown session's, or another whose running state the window shows.
   */
  notify(changed?: Session): void
  /** The window gets news of the shown session only. */
  readonly outputs: SessionOutputs
}

/** Creates the notifier; an unchanged state of the others is not sent again. */
export function createWindowNotifier(deps: WindowNotifierDeps): WindowNotifier {
  const { announce, profiles, stateChanged, report } = deps
  let sentOthers = '[]'
  const notify = (changed?: Session): void => {
    const shown = profiles().shown()
    const others = profiles().otherListeners()
    const text = JSON.stringify(others)
    const state = shownListener(shown, others)
    if (!state || (changed !== shown && text === sentOthers)) return
    sentOthers = text
    announce('listener', 'stateChanged', state)
  }
  return {
    notify,
    outputs: (session) => ({
      subscribe(events) {
        forwardEvents(events, (noun, name, payload) => {
          if (session() === profiles().shown()) announce(noun, name, payload)
        })
        events.on('listener.changed', () => notify(session()))
        events.on('settings.changed', () => {
          if (session() === profiles().shown()) stateChanged()
        })
      },
      report,
    }),
  }
}
