import type { Influencer } from '@parley/contract'
import { Queries } from '../../api/queries.tsx'
import { usePickedSlot } from '../../features/slots/picked-slot.ts'
import { SlotPicker } from '../../features/slots/slot-picker.tsx'

function Picker({ influencer }: { influencer: Influencer }) {
  const { start, choose } = usePickedSlot(influencer)
  return <SlotPicker influencer={influencer} chosen={start} onChoose={choose} />
}

/** The free slots of an influencer for a visitor: the picked one survives the login. */
export default function VisitorSlots(props: { influencer: Influencer }) {
  return (
    <Queries>
      <Picker {...props} />
    </Queries>
  )
}
