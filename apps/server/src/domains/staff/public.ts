export {
  grantRole,
  isStaff,
  listStaff,
  revokeRole,
  StaffCommandError,
  staffStanding,
} from './roles/staff-roles.ts'
export { createStaff } from './staff.ts'
