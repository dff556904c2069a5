// What the depot's server would answer.
const DEPOTS = ["Northgate", "Harbour", "Mill Lane"];
const STATES = { sorting: "In sorting", van: "On the van", held: "Held", delivered: "Delivered" };
const PARCELS = [
  { number: "PX-1042", to: "Ada Moreno", street: "4 Orchard Row", state: "van", depot: "Northgate", due: "2 May", late: true, kilos: 3.2, fee: 4.5 },
  { number: "PX-1043", to: "Bruno Keller", street: "17 Quay Street", state: "sorting", depot: "Harbour", due: "6 May", late: false, kilos: 0.8, fee: 2.9 },
  { number: "PX-1051", to: "Chidi Eze", street: "2 Mill Lane", state: "held", depot: "Mill Lane", due: "1 May", late: true, kilos: 12, fee: 9 },
  { number: "PX-1066", to: "Dalia Haddad", street: "31 Station Road", state: "sorting", depot: "Northgate", due: "7 May", late: false, kilos: 5.5, fee: 5.4 },
  { number: "PX-1070", to: "Emil Lund", street: "8 Fen Close", state: "delivered", depot: "Harbour", due: "30 April", late: false, kilos: 1.1, fee: 2.9 },
  { number: "PX-1081", to: "Fay O'Brien", street: "55 High Street", state: "van", depot: "Northgate", due: "5 May", late: false, kilos: 2, fee: 3.8 },
  { number: "PX-1088", to: "Goran Petrov", street: "9 Kiln Lane", state: "sorting", depot: "Mill Lane", due: "8 May", late: false, kilos: 7.4, fee: 6.2 },
  { number: "PX-1090", to: "Hana Sato", street: "12 Bridge End", state: "van", depot: "Harbour", due: "3 May", late: true, kilos: 0.4, fee: 2.7 },
  { number: "PX-1093", to: "Ivo Marin", street: "40 Quay Street", state: "delivered", depot: "Harbour", due: "2 May", late: false, kilos: 4.1, fee: 4.6 },
  { number: "PX-1097", to: "June Abara", street: "3 Fen Close", state: "sorting", depot: "Northgate", due: "9 May", late: false, kilos: 1.6, fee: 3.3 },
  { number: "PX-1104", to: "Kofi Mensah", street: "21 High Street", state: "held", depot: "Mill Lane", due: "4 May", late: false, kilos: 9.9, fee: 7.5 },
  { number: "PX-1109", to: "Lena Vogt", street: "6 Orchard Row", state: "sorting", depot: "Northgate", due: "10 May", late: false, kilos: 2.8, fee: 3.9 },
];
const EVENTS = {
  "PX-1042": [
    { id: 801, at: "1 May, 07:40", what: "Arrived at Northgate" },
    { id: 814, at: "2 May, 06:15", what: "Put on van 12" },
    { id: 829, at: "2 May, 16:50", what: "Nobody at home" },
  ],
};
