/**
 * The worker's side of a store, with any engine: handles one request after another, each wholly
 * before the next begins, so that nothing comes between the statements of a job or a transaction.
 */
import type { MessagePort } from 'node:worker_threads'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import { SerialQueue } from '../platform/serial.ts'
import type { Engine, MemberNews, Ran, Stores } from './engine.ts'
import { homeKey } from './others-acts.ts'
import { genesis, nextEntry, selectHead, type Act, type ChainHead } from './hash-chain.ts'
import type {
  PausedFile,
  SentRequest,
  WorkerAnswers,
  WorkerFailure,
  WorkerMessage,
  WorkerReply,
  WorkerRequest,
} from './worker-protocol.ts'
import { StoreError } from './store-error.ts'
import type { StoreFile } from './store-file.ts'
import type { JobContext, StoreJobs, StoreStatement } from './store-jobs.ts'

/** Answers requests on `port` with one of these stores, until a request to close. */
export function serveRequests(port: MessagePort, stores: Stores, jobs: StoreJobs = []): void {
  const tell = (news: MemberNews): void => {
    port.postMessage({ news } satisfies WorkerMessage)
  }
  const server = new StoreServer(stores, jobs, tell)
  const queue = new SerialQueue()
  const handle = async ({ id, content, answered, replyTo }: SentRequest): Promise<void> => {
    const reply: WorkerReply = { id, content: await server.answer(content) }
    ;(replyTo ?? port).postMessage(reply)
    replyTo?.close()
    if (answered) {
      Atomics.store(answered, 0, 1)
      Atomics.notify(answered, 0)
    }
    if (content.kind === 'close') port.close()
  }
  port.on('message', (request: SentRequest) => {
    // No call waits for a transaction.
    const { kind } = request.content
    if (kind === 'slots' || kind === 'tokens') void handle(request)
    else void queue.run(() => handle(request))
  })
}

class StoreServer {
  readonly #stores: Stores
  readonly #jobs: StoreJobs
  readonly #tell: (news: MemberNews) => void
  #opened: Engine | undefined
  /** What the transaction in progress read of the chain's end when it began. */
  #head: ChainHead | undefined

  constructor(stores: Stores, jobs: StoreJobs, tell: (news: MemberNews) => void) {
    this.#stores = stores
    this.#jobs = jobs
    this.#tell = tell
  }

  async answer(
    request: WorkerRequest,
  ): Promise<Result<WorkerAnswers[keyof WorkerAnswers], WorkerFailure>> {
    try {
      return ok(await this.#do(request))
    } catch (error) {
      return err(failureOf(error))
    }
  }

  async #do(request: WorkerRequest): Promise<WorkerAnswers[keyof WorkerAnswers]> {
    switch (request.kind) {
      case 'open':
        return this.#open(request)
      case 'run':
        if (request.begins) this.#head = await this.#engine.begin()
        return this.#run(request)
      case 'commit':
        if (request.begins) this.#head = await this.#engine.begin()
        if (request.statement !== undefined) await this.#run(request.statement)
        await this.#engine.commit(
          await appendAll(this.#engine, request.acts, request.at, this.#head),
        )
        return null
      case 'work':
        return this.#work(request.job, request.input)
      case 'rollback':
        await this.#engine.rollback()
        return null
      case 'want-duty':
        this.#engine.member?.want(request.duty, request.isWanted)
        return null
      case 'present':
        this.#engine.member?.present(request.operator)
        return null
      case 'listens':
        this.#engine.member?.listens(request.listener)
        return null
      case 'slots':
        this.#engine.member?.slots(request.request)
        return null
      case 'tokens':
        this.#engine.member?.tokens(request.request)
        return null
      case 'hold':
        return this.#hold()
      case 'release':
        return (await this.#opened?.file?.release()) ?? false
      case 'examine':
        return this.#stores.examine(request)
      case 'restore':
        return this.#stores.restore(request.file, request.prepared)
      case 'close':
        await this.#opened?.close()
        this.#opened = undefined
        return null
    }
  }

  get #engine(): Engine {
    if (this.#opened === undefined) throw new TypeError('the store is not open')
    return this.#opened
  }

  async #open(target: StoreFile): Promise<WorkerAnswers['open']> {
    const opened = await this.#stores.open(target)
    if (!opened.ok) return opened
    const { engine, ...more } = opened.value
    this.#opened = engine
    const { member } = engine
    const { seq } = member ? await headOf(engine) : genesis
    member?.onNews(this.#tell)
    const known = member && { home: member.home, fenceMs: member.fenceMs, time: member.time, seq }
    return ok({ engineKind: engine.kind, member: known ?? null, ...more })
  }

  #run({ sql, parameters }: StoreStatement): Promise<Ran> {
    return this.#engine.run(sql, parameters)
  }

  async #work(name: string, input: unknown): Promise<unknown> {
    const job = this.#jobs.find((known) => known.name === name)
    if (job === undefined) throw new TypeError(`the worker has no job ${name}`)
    return job.run(jobContextOn(this.#engine), input)
  }

  async #hold(): Promise<PausedFile> {
    const engine = this.#engine
    if (engine.file === undefined) throw new TypeError('the store is not a file')
    return { ...(await engine.file.hold()), head: await headOf(engine) }
  }
}

/** Returns the access of jobs to an open store. */
export function jobContextOn(engine: Engine): JobContext {
  const within = async <T>(
    work: () => Promise<T>,
    explain: (head: ChainHead | undefined) => Promise<ChainHead | undefined>,
  ): Promise<T> => {
    const head = await engine.begin()
    try {
      const value = await work()
      await engine.commit(await explain(head))
      return value
    } catch (error) {
      await engine.rollback()
      throw error
    }
  }
  return {
    all: async (sql, ...parameters) => (await engine.run(sql, parameters)).rows,
    one: async (sql, ...parameters) => (await engine.run(sql, parameters)).rows[0],
    run: (sql, ...parameters) => engine.run(sql, parameters),
    transact: (act, at, work) => {
      const acts: Act[] = []
      return within(
        () => work((one) => void acts.push(one)),
        (head) => appendAll(engine, [...acts, act], at, head),
      )
    },
    tally: (work) => within(work, () => Promise.resolve(undefined)),
    attempt: (work) => engine.attempt(work),
  }
}

const insertEntry = `
  INSERT INTO audit_entries (seq, at, actor, kind, subject, detail, previous_hash, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

/** Returns the end of the audit chain. */
export async function headOf(engine: Engine): Promise<ChainHead> {
  const { rows } = await engine.run(selectHead, [])
  return (rows[0] as ChainHead | undefined) ?? genesis
}

/**
 * Appends an entry after the head of the chain, in the transaction in progress, and returns the new
 * head. The old one is read if it is not given.
 */
export async function append(
  engine: Engine,
  act: Act,
  at: string,
  head?: ChainHead,
): Promise<ChainHead> {
  const entry = nextEntry(head ?? (await headOf(engine)), withHome(engine, act), at)
  const { seq, actor, kind, subject, detail, previous_hash: previous, hash } = entry
  await engine.run(insertEntry, [seq, at, actor, kind, subject, detail, previous, hash])
  return { seq, hash }
}

async function appendAll(
  engine: Engine,
  acts: readonly Act[],
  at: string,
  head: ChainHead | undefined,
): Promise<ChainHead | undefined> {
  let last = head
  for (const act of acts) last = await append(engine, act, at, last)
  return last
}

/** An act in a shared store names its workstation. */
const withHome = ({ member }: Engine, act: Act): Act =>
  member ? { ...act, detail: { ...act.detail, [homeKey]: member.home } } : act

function failureOf(error: unknown): WorkerFailure {
  if (error instanceof StoreError)
    return { code: error.code, message: error.message, engineCode: error.engineCode }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'statement', message, engineCode: undefined }
}
