/** Channel names are computed from the API, never typed by hand. */
import { api, type Channel } from './api.ts'
import type { Verb } from './verbs.ts'

/** Every channel of the API by its name. */
export const channels: ReadonlyMap<Channel, Verb> = new Map(
  Object.entries(api).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(
      ([name, verb]) => [`${noun}.${name}` as Channel, verb as Verb] as const,
    ),
  ),
)
