/** Days of the register are those of the office. */
export const officeZone = 'Asia/Dubai';
