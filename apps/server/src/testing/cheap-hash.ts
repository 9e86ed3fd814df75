/** Tests sign up and log in some thousand times; what production's hash costs has a test of its own. */
export const CHEAP_HASH = { memoryKib: 64, passes: 1 }
