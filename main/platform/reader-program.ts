/** The side of the programs that read files from outside. */
import { parentChannel, type ParentChannel } from './parent-channel.ts'

/** What a reader sends: first that it has started, then its answers. */
export type Sent =
  | { readonly kind: 'started' }
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly detail: string }

/** Answers on the port until it closes. */
export function answerOn(port: ParentChannel, answer: (request: never) => unknown): void {
  const send = (sent: Sent): void => port.post(sent)
  port.onMessage((request) => {
    Promise.resolve(request as never)
      .then(answer)
      .then(
        (given) => send({ kind: 'answer', answer: given }),
        (problem: unknown) =>
          send({
            kind: 'failed',
            detail: problem instanceof Error ? problem.message : String(problem),
          }),
      )
  })
  send({ kind: 'started' })
}

/** The program's side: answers main until main ends the process. */
export function answerMain(answer: (request: never) => unknown): void {
  const channel = parentChannel()
  if (channel === null) throw new Error('a reader is started by the workstation only')
  answerOn(channel, answer)
  process.on('disconnect', () => process.exit(0))
}
