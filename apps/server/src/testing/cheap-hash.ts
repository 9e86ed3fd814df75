/** Tests sign up and log in thousands of times; a separate test covers the cost of production's hash. */
export const CHEAP_HASH = { memoryKib: 64, passes: 1 }
