/** The practice bank as a process: started as a child, left alone, and started by hand. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { connectPracticeBank } from '../../../main/practice/practice-control.ts'
import {
  launchInNode,
  PracticeBankNotStarted,
  startPracticeBank,
  type PracticeBankProcess,
} from '../../../main/practice/start-practice-bank.ts'
import { callWitness } from '../../proofs/harness/witness.ts'

const entry = fileURLToPath(new URL('../../../main/practice/practice-bank.ts', import.meta.url))
const gone = async (controlUrl: string): Promise<void> => {
  const bank = connectPracticeBank(controlUrl)
  await expect(bank.counters()).rejects.toMatchObject({ code: 'unreachable' })
  await bank.close()
}

it('starts as a child, says where it listens, and is gone when stopped', async () => {
  const running = await launchInNode(entry)()
  const bank = connectPracticeBank(running.controlUrl)
  expect((await bank.enrolment()).baseUrl).toBe(running.address)
  await bank.close()
  running.stop()
  await running.exited
  await gone(running.controlUrl)
})

it('ends a token with the next one where its command line says so', async () => {
  const running = await launchInNode(entry)(['--newest-token-only'])
  const bank = connectPracticeBank(running.controlUrl)
  const enrolment = await bank.enrolment()
  const witnesses = [await callWitness(enrolment), await callWitness(enrolment)]
  const ended = witnesses.map((witness) => witness.statusOf('40113', 'REF0001'))
  await expect(ended[0]).rejects.toThrow('401')
  expect(await ended[1]).toBe(null)
  await Promise.all([...witnesses, bank].map((opened) => opened.close()))
  running.stop()
  await running.exited
})

it('ends when its parent is killed', async () => {
  const program = `
    import { launchInNode } from ${JSON.stringify(new URL('../../../main/practice/start-practice-bank.ts', import.meta.url).href)}
    console.log((await launchInNode(${JSON.stringify(entry)})()).controlUrl)`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const controlUrl = line.toString().trim()
  const bank = connectPracticeBank(controlUrl)
  await bank.counters()
  parent.kill('SIGKILL')
  await expect
    .poll(() =>
      bank.counters().then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone')
  await bank.close()
})

it('started alone prints two plain lines and serves a client that knows the second', async () => {
  const alone = spawn(process.execPath, [entry], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = (await once(alone.stdout, 'data')) as [Buffer]
  const lines = output.toString().trimEnd().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^Practice bank at https:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^COUNTERSIGN_PRACTICE_BANK=http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/),
  ])
  const bank = connectPracticeBank(lines[1]?.split('=')[1] ?? '')
  expect((await bank.counters()).arrived).toBe(0)
  await bank.close()
  alone.kill('SIGTERM')
  await once(alone, 'exit')
})

it('started alone as a second bank prints that it is practice and where it wrote the enrolment', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'second-bank-')), 'enrolment')
  const alone = spawn(process.execPath, [entry, '--write-enrolment', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  alone.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await expect.poll(() => output).toContain('COUNTERSIGN_PRACTICE_BANK=')
  expect(output).toContain(`PRACTICE: enrolment of a second practice bank in ${folder}\n`)
  expect(output).toMatch(/\nclient\.p12 opens with \S{12}\n/)
  expect(output).toMatch(/\nSHA-256 of bank-root\.pem ([\dA-F]{2}:){31}[\dA-F]{2}\n/)
  alone.kill('SIGTERM')
  await once(alone, 'exit')
  const refused = spawn(process.execPath, [entry, '--write-enrolment', dirname(folder)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [refusal] = (await once(refused.stderr, 'data')) as [Buffer]
  expect(refusal.toString()).toMatch(/^.+ holds other files: .+\n$/)
  await rm(dirname(folder), { recursive: true })
})

it('listens on the given ports and refuses an invalid port', async () => {
  const first = await launchInNode(entry)()
  const { port } = new URL(first.address)
  first.stop()
  await first.exited
  const second = spawn(process.execPath, [entry, `--port=${port}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = (await once(second.stdout, 'data')) as [Buffer]
  expect(output.toString()).toContain(`https://127.0.0.1:${port}\n`)
  second.kill('SIGTERM')
  const third = spawn(process.execPath, [entry, '--port=65536'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  expect(await once(third, 'exit')).toEqual([2, null])
})

interface Fake extends PracticeBankProcess {
  say(message: unknown): void
  leave(code: number): void
  killed(): boolean
}
function fakeProcess(): Fake {
  let receive: (message: unknown) => void = () => undefined
  let left: (code: number | null) => void = () => undefined
  let killed = false
  return {
    onMessage: (listener) => (receive = listener),
    onExit: (listener) => (left = listener),
    kill: () => (killed = true),
    say: (message) => receive(message),
    leave: (code) => left(code),
    killed: () => killed,
  }
}

it('refuses a process that ends before it listens', async () => {
  const child = fakeProcess()
  const started = startPracticeBank(child)
  child.leave(3)
  await expect(started).rejects.toThrow('ended with code 3')
})

it('refuses and ends a process whose first message is not the agreed one', async () => {
  const child = fakeProcess()
  const started = startPracticeBank(child)
  child.say({ type: 'ready', address: 'nowhere' })
  await expect(started).rejects.toBeInstanceOf(PracticeBankNotStarted)
  expect(child.killed()).toBe(true)
})

it('gives up and ends a process that never sends a message', async () => {
  const child = fakeProcess()
  await expect(startPracticeBank(child, 10)).rejects.toThrow('not ready within 10 ms')
  expect(child.killed()).toBe(true)
})
