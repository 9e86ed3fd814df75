export { apartFrom, areApart, forgetBlocks, listBlocked, mayMeet } from './blocks/block-store.ts'
export { type BlockPair, SAFETY_TOPICS, type SafetyDeps } from './deps.ts'
export { createSafety } from './safety.ts'
