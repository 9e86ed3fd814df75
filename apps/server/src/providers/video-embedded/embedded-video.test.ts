import { describeVideoProvider } from '../../domains/calls/video-provider.contract.ts'
import { embeddedHarness } from './testing/harness.ts'

describeVideoProvider('embedded', embeddedHarness)
