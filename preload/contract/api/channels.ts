/** Channel names are computed from the API, never typed by hand. */
import { api, type Channel } from './api.ts'
import type { ChannelDefinition } from './define-channel.ts'

/** Every channel of the API by its name. */
export const channels: ReadonlyMap<Channel, ChannelDefinition> = new Map(
  Object.entries(api).flatMap(([noun, definitions]) =>
    Object.entries(definitions).map(
      ([name, definition]) =>
        [`${noun}.${name}` as Channel, definition as ChannelDefinition] as const,
    ),
  ),
)
