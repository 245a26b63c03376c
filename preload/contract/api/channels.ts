/** Channel names are computed from the treaty, never typed by hand. */
import { treaty, type Channel } from './treaty.ts'
import type { Verb } from './verbs.ts'

/** Every verb of the treaty under its channel name. */
export const channels: ReadonlyMap<Channel, Verb> = new Map(
  Object.entries(treaty).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(
      ([name, verb]) => [`${noun}.${name}` as Channel, verb as Verb] as const,
    ),
  ),
)
