/** A reader of the smoke build that takes all the memory it gets. */
import { answerMain } from '../../main/platform/reader-program.ts'

answerMain(() => {
  const all: number[][] = []
  for (;;) all.push(new Array<number>(3e7).fill(1))
})
