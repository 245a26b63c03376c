/** News inside main: the teller knows none of its subscribers. */

/** Tells news of one name. A teller of more names serves where one of fewer is asked for. */
export type Emit<News> = (
  ...told: { [Name in keyof News]: [name: Name, news: News[Name]] }[keyof News]
) => void

/** Tells subscribers by name. */
export interface Events<News> {
  /** Calls the subscribers at once, in the order in which they came. Never throws. */
  readonly emit: Emit<News>
  /** Subscribes for good: emitter and subscribers end together. */
  readonly on: <Name extends keyof News>(name: Name, subscriber: (news: News[Name]) => void) => void
}

/** Makes an emitter. A subscriber that throws is reported, and the others are called all the same. */
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
