/** Every command of the contract says whether one person may do it alone. */
import { expect, it } from 'vitest'
import { secondPersonActs } from '../../main/profile/second-person-acts.ts'
import { channels } from '../../preload/contract/api/channels.ts'

const commands = [...channels].flatMap(([channel, definition]) =>
  definition.kind === 'command' ? [{ channel, failures: definition.failures }] : [],
)

it('each command is in the table of acts, and nothing else is', () => {
  expect(Object.keys(secondPersonActs).sort()).toEqual(
    commands.map(({ channel }) => channel).sort(),
  )
})

it('a command asks for a second person exactly where the table says so', () => {
  const asking = commands.filter(({ failures }) =>
    failures.some((code) => code === 'second-person-needed'),
  )
  const shared = Object.entries(secondPersonActs).flatMap(([channel, { two }]) =>
    two === undefined ? [] : [channel],
  )
  expect(asking.map(({ channel }) => channel).sort()).toEqual(shared.sort())
})
