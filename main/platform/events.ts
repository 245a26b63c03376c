/** Events inside main: an emitter does not know its subscribers. */

/** Emits an event by name. An emitter of more names can be used where fewer are required. */
export type Emit<News> = (
  ...args: { [Name in keyof News]: [name: Name, news: News[Name]] }[keyof News]
) => void

export interface Events<News> {
  /** Calls the subscribers synchronously, in the order of subscription. Never throws. */
  readonly emit: Emit<News>
  /** Subscribes permanently: emitter and subscribers end together. */
  readonly on: <Name extends keyof News>(name: Name, subscriber: (news: News[Name]) => void) => void
}

/** Creates an emitter. An error of a subscriber is reported, and the others are still called. */
export function createEvents<News>(
  report: (where: string, problem: unknown) => void,
): Events<News> {
  const subscribers = new Map<keyof News, ((news: never) => void)[]>()
  return {
    emit: (...[name, news]) => {
      for (const subscriber of subscribers.get(name) ?? [])
        try {
          subscriber(news as never)
        } catch (problem) {
          report(`events.${String(name)}`, problem)
        }
    },
    on: (name, subscriber) => {
      subscribers.set(name, [...(subscribers.get(name) ?? []), subscriber])
    },
  }
}
