import { describeBus } from '../../domains/calls/bus.contract.ts'
import { createMemoryBus } from './memory-bus.ts'

describeBus('in memory', async () => createMemoryBus())
