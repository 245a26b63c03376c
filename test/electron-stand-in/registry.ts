/** The registry of web contents, by page, frame and session. */
import type { StandInWebContents } from './api/web-contents.ts'

const contents = new Set<StandInWebContents>()

/** All web contents that are alive. */
export const allContents = (): StandInWebContents[] => [...contents]

/** Enters or removes web contents. */
export const enter = (one: StandInWebContents): Set<StandInWebContents> => contents.add(one)
export const remove = (one: StandInWebContents): boolean => contents.delete(one)

/** The web contents behind a session of the DevTools protocol. */
export const contentsOfSession = (sessionId: string): StandInWebContents | undefined =>
  allContents().find((one) => one.page?.sessionId === sessionId)

/** The web contents whose main frame or target this is. */
export const contentsOfTarget = (targetId: string): StandInWebContents | undefined =>
  allContents().find((one) => one.page?.targetId === targetId)

/** The web contents that a frame, main or nested, belongs to. */
export const contentsOfFrame = (frameId: string): StandInWebContents | undefined =>
  contentsOfTarget(frameId) ?? allContents().find((one) => one.page?.childFrames.has(frameId))
