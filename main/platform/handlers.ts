/** The type of main's side of the API: one handler per channel that the window can call. */
import type { AnswerOf } from '../../preload/contract/api/envelope.ts'
import type { Operator } from '../../preload/contract/domain/operators/roles.ts'
import type { ApiMethods } from '../../preload/contract/api/api.ts'
import type { Command, Query } from '../../preload/contract/api/define-channel.ts'
import type { FileDialogs } from './files/chosen-file.ts'
import type { z } from '../../preload/contract/kernel/zod.ts'

/** The caller of a handler. */
export interface CallContext {
  readonly operator: Operator
}

/** The caller of a handler that opens a dialog, which acts for nobody else. */
export interface WindowCall extends CallContext {
  readonly dialogs: FileDialogs
}

type InputTo<V> = V extends Query<infer I> | Command<infer I> ? z.output<I> : never
/** Only a channel that may fail for a file has dialogs. */
type CallOf<V> =
  V extends Command<infer _I, infer _O, infer F>
    ? 'file-failed' extends F
      ? WindowCall
      : CallContext
    : CallContext
type HandlerOf<V> = (input: InputTo<V>, context: CallOf<V>) => Promise<AnswerOf<V>> | AnswerOf<V>

/** A missing handler does not compile; neither does one without a channel. */
export type Handlers = {
  [N in keyof ApiMethods]: { [V in keyof ApiMethods[N]]: HandlerOf<ApiMethods[N][V]> }
}
