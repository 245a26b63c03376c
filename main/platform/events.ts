/** News inside main: whoever tells something knows none of those who want to know of it. */

/** Tells news of one name. A teller of more names serves where one of fewer is asked for. */
export type Emit<News> = (
  ...told: { [Name in keyof News]: [name: Name, news: News[Name]] }[keyof News]
) => void

/** What is told, by name, and who hears of it. */
export interface Events<News> {
  /** Tells those who subscribed, at once and in the order in which they did. Never throws. */
  readonly emit: Emit<News>
  /** Subscribes for good: the emitter ends with those who hear of it. */
  readonly on: <Name extends keyof News>(name: Name, hear: (news: News[Name]) => void) => void
}

/** Makes an emitter. A subscriber that throws is reported, and the others hear all the same. */
export function createEvents<News>(
  report: (where: string, problem: unknown) => void,
): Events<News> {
  const subscribers = new Map<keyof News, ((news: never) => void)[]>()
  return {
    emit: (...[name, news]) => {
      for (const hear of subscribers.get(name) ?? [])
        try {
          hear(news as never)
        } catch (problem) {
          report(`events.${String(name)}`, problem)
        }
    },
    on: (name, hear) => {
      subscribers.set(name, [...(subscribers.get(name) ?? []), hear])
    },
  }
}
