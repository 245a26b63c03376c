import type { ApiMethods } from '../../../preload/contract/api/api.ts'
import type { Command } from '../../../preload/contract/api/define-channel.ts'
import type { FailureCode } from '../../../preload/contract/api/failures.ts'

type NamesOf<N extends keyof ApiMethods, Code extends FailureCode> = {
  [V in keyof ApiMethods[N]]: ApiMethods[N][V] extends Command<infer _I, infer _O, infer F>
    ? Code extends F
      ? `${N}.${V & string}`
      : never
    : never
}[keyof ApiMethods[N]]

/** The names of the commands that may fail with a code. */
export type CommandFailing<Code extends FailureCode> = {
  [N in keyof ApiMethods]: NamesOf<N, Code>
}[keyof ApiMethods]
