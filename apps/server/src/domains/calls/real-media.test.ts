import { embeddedHarness } from '../../providers/video-embedded/testing/harness.ts'
import { describeCallsOverRealMedia } from './real-media.contract.ts'

describeCallsOverRealMedia('embedded', embeddedHarness)
